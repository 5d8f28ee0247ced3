import type { ownershipTexts as pattern } from "../en/ownership.ts";

/** Who owns a shop, what its owners hear, and what was done with it. */
export const ownershipTexts: typeof pattern = {
  ownership: {
    owners: "Abbootii suuqii keessanii:",
    you: "isin",
    codes: "Koodiiwwan amma illee hojjetan:",
    staffCode: "hojjetaaf",
    ownerCode: "abbaaf",
    recall: (time) => `↩️ Koodii ${time} haqi`,
    recalled: "Haqameera. Koodii sana namni kamiyyuu kana booda fayyadamuu hin danda'u.",
    lastOwner: "Suuqiin tokko yoo xiqqaate abbaa tokko qabaata.",
    keysGoOn:
      "⚠️ Furtuuwwan API suuqii nama isaan arge hundaaf amma illee ni hojjetu. Haquuf yookaan bakka buusuuf: /key",
    askConfirm: (name, shop) =>
      `${name} isin waliin abbaa ${shop} ta'uu barbaada; haftee, furtuuwwan fi herregoota olkaa'aman waliin. Koodii abbaa fayyadameera. Walii galtuu?`,
    confirm: "✅ Eeyyee, abbaa haa ta'u",
    refuse: "🚫 Lakki",
    confirmed: (name) => `✅ ${name} amma abbaa suuqii keessaniiti.`,
    refused: (name) => `${name} abbaa hin ta'u.`,
    over: "Kun duraan murtaa'eera, yookaan yeroon isaa darbeera.",
    waiting: (shop) => `Dura abbaan ${shop} isin mirkaneessuu qaba. Asitti isinitti hima.`,
    youOwn: (shop) => `✅ Amma abbaa ${shop} dha.`,
    youAreRefused: (shop) => `Abbaa ${shop} hin taane.`,
  },
  notices: {
    byOperator: "bulchaadhaan",
    byKey: "furtuu APItiin",
    inBrowser: (who) => `${who}, biraawzariin`,
    owner_joined: (name, by) => `🔔 ${name} amma abbaa suuqii keessaniiti (${by}). Yoo hin barbaanne: /join`,
    member_joined: (name, _by) => `🔔 ${name} amma suuqii keessan fayyadama. Yoo hin barbaanne: /join`,
    key_created: (last4, by) =>
      `🔔 Suuqiin keessan furtuu API haaraa …${last4} qaba (${by}). Yoo hin barbaanne: /key`,
    key_replaced: (last4, by) =>
      `🔔 Furtuun API …${last4} kan duraanii bakka bu'eera (${by}). Yoo hin barbaanne: /key`,
    link_created: (isOwner, by) =>
      `🔔 Koodiin ${isOwner ? "abbaa" : "hojjetaa"} suuqii keessaniif ta'u uumameera (${by}). Yoo hin barbaanne: /join`,
    key_revoked: (last4, by) =>
      `🔔 Furtuun API …${last4} kan suuqii keessanii haqameera (${by}). Sagantaaleen isa fayyadaman dhaabataniiru. Furtuu haaraaf: /key`,
    key_leaked: (last4, isInChat) =>
      `🔔 Furtuun API …${last4} kan suuqii keessanii ${isInChat ? "haasaa" : "teessoo gaaffii yookaan X-Request-Id"} keessatti mul'ateera; namoonni biroo dubbisanii ta'uu waan danda'uuf haqameera. Sagantaaleen isa fayyadaman dhaabataniiru. Furtuu haaraaf: /key`,
    saved_account_kept: (by) =>
      `🔔 Herregni tokko kan suuqii keessanii ta'ee olkaa'ameera (${by}): kaffaltiin itti dhufu akka isiniif kaffalametti lakkaa'ama. Yoo hin barbaanne: /accounts`,
    saved_account_removed: (by) =>
      `🔔 Herregni olkaa'ame kan suuqii keessanii haqameera (${by}): kaffaltiin itti dhufu kana booda akka isiniif kaffalametti hin lakkaa'amu. Yoo hin barbaanne: /accounts`,
    group_bound: (by) =>
      `🔔 Gareen tokko amma suuqii keessaniin walqabateera (${by}). Yoo hin barbaanne: /join`,
  },
  audit: {
    none: "Hanga ammaatti wanti galmaa'e hin jiru.",
    heading: "Wanta suuqii keessan irratti raawwatame, haaraan dura:",
    more: "Dabalataan jira: bulchaa gaafadhaa, yookaan GET /api/account/audit.",
    service: "tajaajilicha",
    acts: {
      account_created: "suuqiin uumameera",
      account_suspended: "dhorkameera",
      account_resumed: "dhorkaan dhumeera",
      tier_changed: "haalli kaffaltii jijjiirameera",
      topped_up: "qarshiin guutameera",
      credit_waiting: "guutuun bulchaa eega",
      credit_approved: "guutuun mirkanaa'eera",
      credit_declined: "guutuun didameera",
      key_created: "furtuun uumameera",
      key_replaced: "furtuun bakka bu'eera",
      key_revoked: "furtuun haqameera",
      key_leaked: "furtuun namaaf mul'atee haqameera",
      link_created: "koodiin uumameera",
      link_recalled: "koodiin haqameera",
      owner_requested: "abbaa ta'uu barbaada",
      owner_joined: "abbaan galeera",
      owner_refused: "abbaa ta'uun didameera",
      owner_left: "abbaan ba'eera",
      owner_removed: "abbaan haqameera",
      member_joined: "hojjetaan galeera",
      member_left: "hojjetaan ba'eera",
      member_removed: "hojjetaan haqameera",
      saved_account_kept: "herregni olkaa'ameera",
      saved_account_removed: "herregni olkaa'ame haqameera",
      group_bound: "gareen hidhameera",
      group_unbound: "gareen hiikameera",
      proof_made: "ragaan hojjetame",
      proof_withdrawn: "ragaan haqame",
    },
  },
};
