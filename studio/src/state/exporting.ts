/** Exports for a program: presets, as this person has changed them, and the file saved when it is written. */
import { api } from "../protocol/api";
import type { ExportPreset, Job, PresetInfo } from "../protocol/types";
import { whenDone } from "./editing";
import { receiveJob, useSession } from "./session";
import { changeSettings, useSettings } from "./settings";
import { toastError } from "./toasts";
import { openPanel } from "./workspaces";

/** What of a preset a person may change. */
export type ExportSettings = Pick<PresetInfo, "suffix" | "fps" | "root" | "root_bone" | "mesh" | "to_floor" | "unit" | "up" | "bones" | "events">;
const CHANGEABLE = ["suffix", "fps", "root", "root_bone", "mesh", "to_floor", "unit", "up", "bones", "events"] as const;

/** The settings as a preset comes. Pure. */
export function ownSettings(preset: PresetInfo): ExportSettings {
  const { suffix, fps, root, root_bone, mesh, to_floor, unit, up, bones, events } = preset;
  return { suffix, fps, root, root_bone, mesh, to_floor, unit, up, bones, events };
}

/** A preset's settings with what was kept of a person's changes, where that still has the right type. Pure. */
export function withChanges(preset: PresetInfo, kept: object | undefined): ExportSettings {
  const own = ownSettings(preset);
  const good = Object.entries(kept ?? {}).filter(([name, value]) => {
    if (!(CHANGEABLE as readonly string[]).includes(name)) return false;
    return name === "fps" ? value === null || typeof value === "number" : typeof value === typeof own[name as keyof ExportSettings];
  });
  return { ...own, ...(Object.fromEntries(good) as Partial<ExportSettings>) };
}

/** What differs from the preset as it comes: all that is kept. Pure. */
export function changesOf(preset: PresetInfo, settings: ExportSettings): Partial<ExportSettings> {
  const own = ownSettings(preset);
  return Object.fromEntries(Object.entries(settings).filter(([name, value]) => own[name as keyof ExportSettings] !== value));
}

export function presetOf(name: string): PresetInfo | undefined {
  return useSession.getState().info?.presets.find((preset) => preset.name === name);
}

/** Exports with a preset as this person last had it; one press to the file. */
export async function exportFor(clips: readonly string[], name: string): Promise<void> {
  const preset = presetOf(name);
  if (preset) await exportWith(clips, preset, withChanges(preset, useSettings.getState().exportSettings[name]));
}

/** The same as last time, for other clips. */
export async function exportAgain(clips: readonly string[]): Promise<void> {
  await exportFor(clips, presetOf(useSettings.getState().exportPreset)?.name ?? "plain");
}

/** one: all clips as animations of one file. */
export async function exportWith(clips: readonly string[], preset: PresetInfo, settings: ExportSettings, one = false): Promise<void> {
  if (clips.length === 0) return;
  const { exportSettings } = useSettings.getState();
  changeSettings({ exportPreset: preset.name, exportSettings: { ...exportSettings, [preset.name]: changesOf(preset, settings) } });
  const { suffix, ...rest } = settings;
  try {
    const asked = { ...rest, name: preset.name } as ExportPreset; // the server checks unit and axis
    const one_file = one ? `${useSession.getState().info?.name || "clips"}${suffix}` : "";
    await saveWhenDone(await api.startJob({ kind: "export", clips: [...clips], suffix, preset: asked, one_file }));
  } catch (error) {
    toastError(error);
  }
}

/** How many clips a page shows together at most. */
export const MAX_SHARED = 8;

/** One HTML page that plays clips by itself, saved when it is written. */
export async function sharePage(clips: readonly string[]): Promise<void> {
  try {
    await saveWhenDone(await api.startJob({ kind: "share", clips: [...clips], title: "" }));
  } catch (error) {
    toastError(error);
  }
}

/** Shows a job that writes a file, and saves the file when it is there. */
export async function saveWhenDone(started: Job): Promise<void> {
  receiveJob(started);
  openPanel("jobs");
  const job = await whenDone(started);
  if (job?.state !== "done" || !job.download) return;
  const link = document.createElement("a");
  link.href = job.download;
  link.download = "";
  link.click();
}
