import type { Sight } from "./conversation.ts";

/** A chat: the private one of a person, by their word, or the group. */
export type Room = string;

/** `changed`: more than one message is different, read the whole state again. */
export type LiveSight = Sight | { readonly kind: "changed" };

/** Carries what happens in a chat to the browsers that show it. */
export type LiveView = {
  readonly show: (room: Room, sight: LiveSight) => void;
  readonly showAll: (sight: LiveSight) => void;
  /** @returns the function that stops watching. */
  readonly watch: (room: Room, watcher: (sight: LiveSight) => void) => () => void;
};

export const createLiveView = (): LiveView => {
  const watchers = new Set<{ readonly room: Room; readonly tell: (sight: LiveSight) => void }>();
  return {
    show: (room, sight) => {
      for (const watcher of watchers) if (watcher.room === room) watcher.tell(sight);
    },
    showAll: (sight) => {
      for (const watcher of watchers) watcher.tell(sight);
    },
    watch: (room, tell) => {
      const watcher = { room, tell };
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
};
