import type { day as pattern } from "../en/day.ts";

/** The day's sums, the history as a file, and which banks answer. */
export const day: typeof pattern = {
  noHistory:
    "Hanga ammaatti wanti isiniif kuufame hin jiru. /start erga ergitanii booda nagahee mirkaneessitan ida'uu nan danda'a.",
  today: {
    title: (day) => `Har'a, ${day}`,
    receipts: (count) => `nagahee ${count}`,
    total: "Waliigala",
    notConfirmed: (count) => `Kan hin mirkanoofne: ${count}`,
    none: "Har'a nagaheen mirkanaa'e hin jiru.",
    meaning:
      "Nagaheen dhugaa tokkoon tokkoon yeroo tokko, guyyaa jalqaba mirkaneessitan, lakkaa'ama; eenyuufiyyuu kaffalamu.",
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
    },
    results: {
      verified: "Mirkanaa'eera (Verified)",
      receipt_not_found: "Hin argamne (Not found)",
      receipt_not_completed: "Hin xumuramne (Not completed)",
      receipt_mismatch: "Nagahee biraa (Another receipt)",
    },
    yes: "eeyyee",
    no: "lakki",
  },
  status: {
    title: "Baankiiwwan, akka dhuma irratti naaf deebisanitti:",
    answers: (bank) => `🟢 ${bank} ni deebisa`,
    rests: (bank, seconds) => `🔴 ${bank} hin deebisu; sekondii ${seconds} booda irra deebi'een gaafadha`,
    meaning: "Kan baankiin hin deebisin hin lakkaa'amu.",
  },
};
