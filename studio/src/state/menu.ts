/** The menu that opens where one presses with the other button. */
import { create } from "zustand";

import type { IconName } from "../app/icons";

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  /** The label of the action that does the same: its key is shown. */
  readonly action?: string;
  readonly disabled?: boolean;
  /** A line before it. */
  readonly apart?: boolean;
  readonly run: () => void;
  /** It opens these in its place instead of doing something. */
  readonly items?: readonly MenuItem[];
}

export interface Menu {
  readonly x: number;
  readonly y: number;
  /** What it is about. */
  readonly of: string;
  readonly items: readonly MenuItem[];
}

export const useMenu = create<{ readonly menu: Menu | null }>(() => ({ menu: null }));

export function openMenu(event: { readonly clientX: number; readonly clientY: number; preventDefault(): void }, of: string, items: readonly MenuItem[]): void {
  event.preventDefault();
  if (items.length > 0) useMenu.setState({ menu: { x: event.clientX, y: event.clientY, of, items } });
}

/** Goes on to what an item holds. */
export function enterMenu({ label, items }: MenuItem): void {
  useMenu.setState(({ menu }) => ({ menu: menu && items ? { ...menu, of: `${menu.of}: ${label}`, items } : menu }));
}

export function closeMenu(): void {
  useMenu.setState({ menu: null });
}
