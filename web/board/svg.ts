/** Small helps for making SVG elements. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/** An element with attributes; one that is null is left out. */
export function svgElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | number | null> = {},
  inner = "",
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(NAMESPACE, name);
  setAttributes(element, attributes);
  if (inner) element.innerHTML = inner;
  return element;
}

export function setAttributes(element: Element, attributes: Record<string, string | number | null>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
  }
}
