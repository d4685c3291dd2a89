/** Files dropped anywhere on the page are imported; folders are opened. */
import { useEffect, useState } from "react";

import type { PlacedFile } from "../protocol/api";
import { takeDropped } from "../state/characters";
import { toastError } from "../state/toasts";
import { Icon } from "./icons";
import { importFiles } from "./importFiles";

export function DropZone() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
    const handlers: Record<string, (event: DragEvent) => void> = {
      dragenter: (event) => {
        if (carriesFiles(event) && ++depth === 1) setOver(true);
      },
      dragleave: (event) => {
        if (carriesFiles(event) && --depth <= 0) setOver(false);
      },
      dragover: (event) => event.preventDefault(),
      drop: (event) => {
        event.preventDefault();
        depth = 0;
        setOver(false);
        if (event.dataTransfer) void filesOf(event.dataTransfer).then(takeFiles).catch(toastError);
      },
    };
    for (const [name, handler] of Object.entries(handlers)) window.addEventListener(name as "drop", handler);
    return () => {
      for (const [name, handler] of Object.entries(handlers)) window.removeEventListener(name as "drop", handler);
    };
  }, []);
  if (!over) return null;
  return (
    <div className="drop-veil">
      <div>
        <Icon name="import" size={28} />
        Drop to bring the motion into the library
      </div>
    </div>
  );
}

/** Characters where their panel is open, motion otherwise. */
async function takeFiles(files: PlacedFile[]): Promise<void> {
  if (!takeDropped(files.map(({ file }) => file))) await importFiles(files);
}

/** The files of a drop, those inside folders too. */
async function filesOf(transfer: DataTransfer): Promise<PlacedFile[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.every((entry) => entry.isFile)) return [...transfer.files].map((file) => ({ file, path: file.name }));
  return (await Promise.all(entries.map(filesIn))).flat();
}

async function filesIn(entry: FileSystemEntry): Promise<PlacedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ file, path: entry.fullPath.replace(/^\//, "") }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) break; // a reader gives its entries a hundred at a time
    found.push(...batch);
  }
  return (await Promise.all(found.map(filesIn))).flat();
}
