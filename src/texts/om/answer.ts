import { withEnglish } from "../beta.ts";
import { answer as english } from "../en/answer.ts";
import { age } from "./ages.ts";

/** The record, and how its first line judges. */
export const answer: typeof english = {
  verdict: {
    verified: (receiver) =>
      withEnglish(`Mirkanaa'eera: ${receiver}f kaffalame. Isinii?`, english.verdict.verified(receiver)),
    seen: (when) =>
      withEnglish(
        `Nagahee dhugaati, garuu kanaan dura isinitti agarsiifameera: ${when}`,
        english.verdict.seen(when),
      ),
    old: (since) => withEnglish(`Nagahee dhugaati, garuu ${age(since)} darbeera`, english.verdict.old(since)),
    dateInDoubt: withEnglish("Nagahee dhugaati, garuu guyyaa isaa mirkaneessaa", english.verdict.dateInDoubt),
    notFoundYet: withEnglish("Ammatti hin argamne.", english.verdict.notFoundYet),
    notFoundYetHint:
      "Lakkoofsi wabii kan har'aa yookaan kaleessaati; nagaheen haaraan hamma mul'atutti daqiiqaa muraasa fudhachuu danda'a. Daqiiqaa muraasa booda irra deebi'aa mirkaneessaa; hamma sanatti kaffaltichi hin mirkanoofne.",
  },
  record: {
    from: "Kan kaffale",
    to: "Kan fudhate",
    date: "Guyyaa",
    age: (since) => `${age(since)} dura`,
    reference: "Lakkoofsa wabii",
    checkedAt: (time) => `Yeroo gaafatame ${time}`,
    counted: (remaining, limit) => `Lakkaa'ameera. Har'aaf kan hafe: ${remaining} (${limit} keessaa)`,
    notCounted: (remaining, limit) => `Hin lakkaa'amne. Har'aaf kan hafe: ${remaining} (${limit} keessaa)`,
    charged: (charged, balance) => `Kan kaffalame: qarshii ${charged}. Haftee: qarshii ${balance}`,
    free: "Hin lakkaa'amne.",
  },
};
