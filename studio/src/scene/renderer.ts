/** WebGL on a canvas of its own, and whether the processor has to draw. */
import * as THREE from "three";

import { drawsInSoftware } from "./quality";

export interface Drawing {
  readonly renderer: THREE.WebGLRenderer;
  readonly software: boolean;
}

/** Edges are smoothed where a GPU draws. Who draws is known only by asking a context, and a processor needs that one: a second takes it long. */
export function startDrawing(): Drawing {
  const settings = { stencil: true, powerPreference: "high-performance" } as const;
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("webgl2", { ...settings, alpha: true, depth: true, antialias: false });
  const software = context ? drawsInSoftware(context) : true;
  if (context && software) return { renderer: new THREE.WebGLRenderer({ ...settings, canvas, context }), software };
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return { renderer: new THREE.WebGLRenderer({ ...settings, antialias: !software }), software };
}
