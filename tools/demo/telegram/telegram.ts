import { type CallbackQueries, createCallbackQueries } from "./callback-queries.ts";
import { createFileShelf, type FileShelf } from "./files.ts";
import { createLiveView, type LiveView } from "./live-view.ts";
import { createPeople, type People } from "./people.ts";
import { createProfile, type Profile } from "./profile.ts";
import { createUpdateQueue, type UpdateQueue } from "./updates.ts";
import type { User } from "./wire.ts";

/** Everything that the emulated Telegram remembers; the Bot API and the chat page are its two faces. */
export type Telegram = {
  readonly bot: User & { readonly username: string };
  readonly people: People;
  readonly updates: UpdateQueue;
  readonly files: FileShelf;
  readonly profile: Profile;
  readonly callbackQueries: CallbackQueries;
  readonly liveView: LiveView;
};

type Settings = { readonly token: string; readonly botUsername: string; readonly now: () => Date };

export const createTelegram = ({ token, botUsername, now }: Settings): Telegram => {
  const liveView = createLiveView();
  return {
    bot: {
      id: Number.parseInt(token, 10),
      is_bot: true,
      first_name: "Deresegn",
      username: botUsername,
    },
    people: createPeople({ now, show: liveView.show }),
    updates: createUpdateQueue(),
    files: createFileShelf(),
    profile: createProfile(),
    callbackQueries: createCallbackQueries(now),
    liveView,
  };
};
