/** How the app is built: into the Python package, from where the server serves it. */

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { cards } from "./scripts/cards.ts";
import { icons } from "./scripts/icons.ts";

const SERVER = process.env["ONITAMA_SERVER"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte(), cards(), icons()],
  build: {
    outDir: "../src/onitama/server/pages",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // pages allow no data in place of files
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
  test: { include: ["tests/**/*.test.ts"] },
});
