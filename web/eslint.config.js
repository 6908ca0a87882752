/** What counts as a mistake in TypeScript and Svelte. */

import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["node_modules", "app/client/schema.d.ts"] },
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    rules: {
      "no-undef": "off", // the compiler sees that better
      "@typescript-eslint/no-non-null-assertion": "error",
      "svelte/no-navigation-without-resolve": "off", // that is for SvelteKit
    },
  },
);
