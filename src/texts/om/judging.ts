import { withEnglish } from "../beta.ts";
import { judging as english } from "../en/judging.ts";

/** How a real receipt is judged by what the asker has told: their own accounts, and a sum that they expect. */
export const judging: typeof english = {
  judged: {
    own: (receiver) =>
      withEnglish(`Mirkanaa'eera: herrega keessanitti kaffalame, ${receiver}`, english.judged.own(receiver)),
    other: (receiver) =>
      withEnglish(
        `Nagahee dhugaati, garuu nama biraaf kaffalame: ${receiver}`,
        english.judged.other(receiver),
      ),
    renamed: (receiver) =>
      withEnglish(
        `Nagahee dhugaati, garuu maqaan herrega keessanii kan biraati: ${receiver}`,
        english.judged.renamed(receiver),
      ),
    unclear: (receiver) =>
      withEnglish(
        `Nagahee dhugaati, garuu fudhataan isin ta'uu mirkaneessaa: ${receiver}`,
        english.judged.unclear(receiver),
      ),
    short: (missing) =>
      withEnglish(`Nagahee dhugaati, garuu qarshiin ${missing} hafeera`, english.judged.short(missing)),
    over: (more) =>
      withEnglish(`Nagahee dhugaati, garuu kan eegamu irra qarshii ${more} caala`, english.judged.over(more)),
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
