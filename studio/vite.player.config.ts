/** The player of shared pages and notebooks: one script, which Python writes into pages (`motionloom.render.sharing`). */
import { defineConfig } from "vite";

export default defineConfig({
  build: {
    outDir: "../src/motionloom/render/player",
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 1500,
    modulePreload: false,
    rollupOptions: {
      input: "src/player/main.ts",
      preserveEntrySignatures: "strict", // what it exports is a notebook's widget
      output: { format: "es", entryFileNames: "player.js", inlineDynamicImports: true },
    },
  },
});
