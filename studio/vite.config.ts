import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

import { compressed } from "./compressed.js";

/** Where `npm run dev` finds a running `motionloom studio --port 8930 --no-browser`. */
const SERVER = "http://127.0.0.1:8930";

export default defineConfig({
  plugins: [react(), compressed()],
  base: "./",
  build: {
    outDir: "../src/motionloom/studio/static",
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 1500,
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
