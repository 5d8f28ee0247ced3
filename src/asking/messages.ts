import type { Drift } from "../drift/drift-book.ts";
import type { SettingsByLabel } from "../providers-file.ts";
import type { Asked } from "./asking.ts";

/** What the thread that asks is started with. */
export type Beginning = {
  readonly settings: SettingsByLabel;
  readonly deployment: "full" | "limited";
};

/** What it is told. `at`: the time of whoever asks, in milliseconds since 1970. */
export type Order =
  | {
      readonly kind: "ask";
      readonly id: number;
      readonly label: string;
      readonly body: unknown;
      readonly at: number;
      /** Whose question it is, by any name; null: nobody's in particular. */
      readonly asker: string | null;
    }
  /** Asks for a sign of life. */
  | { readonly kind: "ping" }
  | { readonly kind: "close" };

/** What it says. `waitMs`: how long the provider is not asked from now on. */
export type Word =
  /** It is there, first of all and whenever it is asked. */
  | { readonly kind: "here" }
  | {
      readonly kind: "asked";
      readonly id: number;
      readonly label: string;
      readonly asked: Asked;
      readonly waitMs: number;
    }
  /** A bug; nothing is known of the receipt. */
  | { readonly kind: "broke"; readonly id: number; readonly error: unknown }
  /** A bug in looking for drift, which changes no answer. */
  | { readonly kind: "overlooked"; readonly error: unknown }
  | { readonly kind: "drifted"; readonly drifts: readonly Drift[] }
  | { readonly kind: "closed" };
