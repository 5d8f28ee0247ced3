import type { judging as pattern } from "../en/judging.ts";

/** How a real receipt is judged by what the asker has told: their own accounts, and a sum that they expect. */
export const judging: typeof pattern = {
  judged: {
    own: (receiver) => `Mirkanaa'eera · Verified: gara herrega keessaniitti kaffalame, ${receiver}`,
    other: (receiver) =>
      `Nagaheen dhugaadha, garuu nama biraaf kaffalame · Real, but paid to someone else: ${receiver}`,
    renamed: (receiver) =>
      `Nagaheen dhugaadha, garuu maqaan herrega keessanii kan biraati · Real, but another name: ${receiver}`,
    unclear: (receiver) =>
      `Nagaheen dhugaadha, garuu fudhataan isin ta'uu mirkaneeffadhaa · Real, but check the receiver: ${receiver}`,
    short: (missing) =>
      `Nagaheen dhugaadha, garuu qarshiin ${missing} hafa · Real, but ${missing} ETB are missing`,
    over: (more) =>
      `Nagaheen dhugaadha, garuu kan eegamu irra qarshii ${more} caala · Real, but ${more} ETB too much`,
  },
  receiverIs: { own: "herrega keessan ✅", other: "herrega keessan miti ❌", renamed: "maqaa biraa ⚠️" },
  daysAgo: (days) => (days === 0 ? "har'a" : days === 1 ? "kaleessa" : `guyyaa ${days} dura`),
  seenBefore: (when) => `Kanaan dura mul'ateera: ${when}`,
  expectedSum: {
    expected: (amount) => `Kan eegamu: qarshii ${amount}`,
    complete: (receipts) => (receipts === 1 ? "✅" : `nagahee ${receipts}n guutame ✅`),
    missing: (received, missing) => `hamma ammaatti ${received}, kan hafe ${missing} ⚠️`,
    tooMuch: (received, more) => `hamma ammaatti ${received}, ${more} caaleera ⚠️`,
    leftOut: (received) => `hamma ammaatti ${received}, nagaheen kun hin ida'amne`,
  },
  withdrawn: "Ergaa jijjiirtaniittu: nagaheen kun keessa hin jiru.",
};
