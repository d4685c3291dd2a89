/** Files on their way to the server, before there is a job. */
import { create } from "zustand";

export interface Upload {
  readonly id: number;
  readonly title: string;
  readonly part: number;
}

interface Uploads {
  readonly uploads: readonly Upload[];
  begin(title: string): number;
  progress(id: number, part: number): void;
  end(id: number): void;
}

let next = 1;

export const useUploads = create<Uploads>((set) => ({
  uploads: [],
  begin(title) {
    const id = next++;
    set(({ uploads }) => ({ uploads: [...uploads, { id, title, part: 0 }] }));
    return id;
  },
  progress: (id, part) => set(({ uploads }) => ({ uploads: uploads.map((upload) => (upload.id === id ? { ...upload, part } : upload)) })),
  end: (id) => set(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.id !== id) })),
}));
