import type { Sight } from "./conversation.ts";
import type { PersonName } from "./people.ts";

/** `changed`: more than one message is different, read the whole state again. */
export type LiveSight = Sight | { readonly kind: "changed" };

/** Carries what happens in a chat to whoever looks at it. */
export type LiveView = {
  readonly show: (person: PersonName, sight: LiveSight) => void;
  readonly showAll: (sight: LiveSight) => void;
  /** @returns the function that stops watching. */
  readonly watch: (person: PersonName, watcher: (sight: LiveSight) => void) => () => void;
};

export const createLiveView = (): LiveView => {
  const watchers = new Set<{ readonly person: PersonName; readonly tell: (sight: LiveSight) => void }>();
  return {
    show: (person, sight) => {
      for (const watcher of watchers) if (watcher.person === person) watcher.tell(sight);
    },
    showAll: (sight) => {
      for (const watcher of watchers) watcher.tell(sight);
    },
    watch: (person, tell) => {
      const watcher = { person, tell };
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
};
