import type { day as pattern } from "../en/day.ts";

/** The day's sums, the history as a file, and which banks answer. */
export const day: typeof pattern = {
  noHistory: "Hanga ammaatti wanti kuufame hin jiru. /start tuqaa; sana booda kan mirkaneessitan nan ida'a.",
  today: {
    title: (day) => `Har'a, ${day}`,
    receipts: (count) => `nagahee ${count}`,
    own: "✅ Kan keessan",
    others: "❓ Kan warra biraa",
    notConfirmed: (count) => `Kan hin mirkanoofne: ${count}`,
    none: "Har'a nagaheen mirkanaa'e hin jiru.",
    meaning:
      "Nagaheen tokkoon tokkoon yeroo tokko, guyyaa jalqaba mirkaneessitan, lakkaa'ama. Kan warra biraa: nama biraaf kan kaffalame yookaan kan keessan ta'uun isaa kan hin beekamne.",
  },
  exported: {
    caption: (rows) => `Seenaa keessan: deebii ${rows}.`,
    cut: (rows) => `Faayila keessa kan jiran deebiiwwan haaraa ${rows} qofa.`,
    none: "Seenaan keessan duwwaadha.",
    columns: {
      date: "Guyyaa",
      ethiopicDate: "Guyyaa (A.L.I.)",
      time: "Sa'aatii (Finfinnee)",
      bank: "Baankii",
      result: "Bu'aa",
      amount: "Hanga (qarshii)",
      isFirst: "Yeroo jalqabaa",
      charged: "Kan kaffalame (qarshii)",
      whose: "Qarshiin kan eenyuu",
    },
    results: {
      verified: "Mirkanaa'eera (Verified)",
      receipt_not_found: "Hin argamne (Not found)",
      receipt_not_completed: "Hin xumuramne (Not completed)",
      receipt_mismatch: "Nagahee biraa (Another receipt)",
    },
    whose: {
      own: "Kan keessan (Yours)",
      others: "Kan warra biraa (Others)",
      unknown: "Kan hin olkaa'amne (Not saved)",
    },
    yes: "eeyyee",
    no: "lakki",
  },
  status: {
    title: "Baankiiwwan dhuma irratti akkamitti akka naaf deebisan:",
    notAsked: "ammatti hin gaafatamne",
    answered: (time) => `sa'aatii ${time} deebiseera`,
    timedOut: (count, all) => `gaaffii dhumaa ${all} keessaa ${count} yeroon hin deebine`,
    failed: (count, all) => `gaaffii dhumaa ${all} keessaa ${count} hin milkoofne`,
    rests: (seconds) => `sekondii ${seconds} booda irra deebi'een gaafadha`,
    since: (time) => `Kun kan kutaan koo isiniif deebisu ${time} irraa eegalee gaafate.`,
    meaning: "Kan baankiin hin deebisin hin lakkaa'amu.",
  },
};
