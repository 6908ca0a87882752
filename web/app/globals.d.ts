/** Modules that the build makes. */

declare module "virtual:cards" {
  const cards: import("../board/cards").Card[];
  export default cards;
}
