/** A step of the build that leaves scripts and styles compressed beside themselves, for motionloom/studio/static.py to send. */
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** The best but one: the best takes four times as long for a hundredth less. */
const QUALITY = 10;
const TEXT = /\.(js|css|svg|json)$/;

export function compressed() {
  return {
    name: "compressed",
    apply: "build",
    // After Vite has written where chunks that come later lie.
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const [fileName, file] of Object.entries(bundle).filter(([name]) => TEXT.test(name))) {
          const bytes = Buffer.from(file.type === "chunk" ? file.code : file.source);
          const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
          this.emitFile({ type: "asset", fileName: `${fileName}.br`, source: brotli });
          this.emitFile({ type: "asset", fileName: `${fileName}.gz`, source: gzipSync(bytes, { level: 9 }) });
        }
      },
    },
  };
}
