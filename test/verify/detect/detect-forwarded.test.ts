import { describe, expect, test } from "vitest";
import { codesOf, findAmongAll, bankHosts as hosts, likelyLinesOf } from "../../support/detection.ts";

/** A message as it is forwarded, what the bot would ask for, and the codes of what is refused. */
type Wording = readonly [text: string, lines: readonly string[], codes?: readonly string[]];

/** What the providers send, whole, cut in halves or copied in part, in English and Amharic. */
const messages: Readonly<Record<string, readonly Wording[]>> = {
  alpha: [
    [
      `Dear Chaltu your Account 1********9021 has been Credited with ETB 45,300.00 from Dawit Bekele Abate, on 18/11/2026 at 07:02:55 with Ref No FT26322P0L9M Your Current Balance is ETB 61,044.18. Thank you for Banking with ALPHA! ${hosts.alpha}/?id=FT26322P0L9M00009021`,
      ["alpha transactionRef=FT26322P0L9M accountNumber=00009021"],
    ],
    [
      "Dear Mr Dawit your Account 1********9021 has been debited with ETB 900.00 to Meseret Alemu Tola on 17/11/2026 at 19:44:10 with Ref No FT26321ZZ81Q. Service charge ETB 0.50, VAT(15%) ETB0.08 Disaster Recovery(5%) of 0.03 total ETB900.61. Balance ETB 12.44",
      [
        "alpha transactionRef=FT26321ZZ81Q needs accountNumber",
        "gamma reference=FT26321ZZ81Q needs accountNumber",
      ],
    ],
    [
      `Dear Chaltu, You have transfered ETB 17,500.00 to Lensa Gemechu on 19/11/2026 at 06:15:01 from your account 1*********9021. Your account has been debited with a S.charge of ETB 0 and  15% VAT of ETB0.00, with a total of ETB17500. Your Current Balance is ETB 2.87. Thank you for Banking with ALPHA! ${hosts.alpha}/?id=FT263231BBX700009021 For feedback https://forms.gle/k2LmNopQr`,
      ["alpha transactionRef=FT263231BBX7 accountNumber=00009021"],
    ],
    [
      `FWD: ${hosts.alpha}/?id=ft26322p0l9m00009021`,
      ["alpha transactionRef=FT26322P0L9M accountNumber=00009021"],
    ],
    [
      "Ref No FT26322P0L9M acc 1000 2233 9021",
      [
        "alpha transactionRef=FT26322P0L9M accountNumber=100022339021",
        "gamma reference=FT26322P0L9M accountNumber=100022339021",
      ],
    ],
    [
      "FT26322P0L9M\nsuffix 00009021",
      [
        "alpha transactionRef=FT26322P0L9M accountNumber=00009021",
        "gamma reference=FT26322P0L9M accountNumber=00009021",
      ],
    ],
    [
      "FT26322P0L9M last 8 digits 00009021",
      [
        "alpha transactionRef=FT26322P0L9M accountNumber=00009021",
        "gamma reference=FT26322P0L9M accountNumber=00009021",
      ],
    ],
    [
      `… for Reciept ${hosts.alpha}/BranchReceipt/FT26320QQ1RT&00009021 thank you`,
      ["alpha transactionRef=FT26320QQ1RT accountNumber=00009021"],
    ],
    [
      "Dear Chaltu your Account 1********9021 has been Credited with ETB 45,300.00 from Dawit Bekele, on 18/11/2026 with Ref No FT26322P0L9M Your Current Balance is ETB 61,044.18. https://pay.alpha.example/v2-hqWErTyUiOpAsDfGhJkL",
      ["alpha link=https://pay.alpha.example/v2-hqWErTyUiOpAsDfGhJkL"],
    ],
    [
      "Ref No FT26322P0L9M and https://pay.alpha.example/v2-hqWErTyUiOpAsDfGhJkL",
      [
        "alpha transactionRef=FT26322P0L9M needs accountNumber",
        "gamma reference=FT26322P0L9M needs accountNumber",
        "alpha link=https://pay.alpha.example/v2-hqWErTyUiOpAsDfGhJkL",
      ],
    ],
    [
      `${hosts.alpha}/BranchReceipt/FT26320QQ1RT&00009021\n${hosts.alpha}/BranchReceipt/FT26320QQ2RT&00009021`,
      [
        "alpha transactionRef=FT26320QQ1RT accountNumber=00009021",
        "alpha transactionRef=FT26320QQ2RT accountNumber=00009021",
      ],
    ],
    [
      "ውድ ደንበኛችን፣ የአካውንት ቁጥርዎ 1********9021 በ ETB 2,000.00 ገቢ ሆኗል። የግብይት ማጣቀሻ ቁጥር FT26322P0L9M ነው። ቀሪ ሂሳብዎ ETB 3,000.00 ነው።",
      [
        "alpha transactionRef=FT26322P0L9M needs accountNumber",
        "gamma reference=FT26322P0L9M needs accountNumber",
      ],
    ],
    [
      "ማጣቀሻ፦FT26322P0L9M፣ ሂሳብ ቁጥር፦1000223349021",
      [
        "alpha transactionRef=FT26322P0L9M accountNumber=1000223349021",
        "gamma reference=FT26322P0L9M accountNumber=1000223349021",
      ],
    ],
    [
      "ከሂሳብ ቁጥር 1000223349021 በማጣቀሻ ቁጥር FT26322P0L9M ተከፍሏል",
      [
        "alpha transactionRef=FT26322P0L9M accountNumber=1000223349021",
        "gamma reference=FT26322P0L9M accountNumber=1000223349021",
      ],
    ],
    [
      "Transaction Reference: FT26322P0L9M\nSender account: 1000223349021",
      [
        "alpha transactionRef=FT26322P0L9M accountNumber=1000223349021",
        "gamma reference=FT26322P0L9M accountNumber=1000223349021",
      ],
    ],
    [
      "Txn Ref. FT26322P0L9M / A/C 1000223349021",
      [
        "alpha transactionRef=FT26322P0L9M accountNumber=1000223349021",
        "gamma reference=FT26322P0L9M accountNumber=1000223349021",
      ],
    ],
    [
      "VAT Invoice No FT26322P0L9M Receiver Account 1****9021",
      [
        "alpha transactionRef=FT26322P0L9M needs accountNumber",
        "gamma reference=FT26322P0L9M needs accountNumber",
      ],
    ],
    [
      "Payer CHALTU TOLERA\nAccount 1****9021\nReceiver DAWIT BEKELE\nAccount 1****7766\nPayment Date & Time 11/18/2026, 7:02:55 AM\nReference No. (VAT Invoice No) FT26322P0L9M\nReason / Type of service goods done via Mobile\nTransferred Amount 45,300.00 ETB",
      [
        "alpha transactionRef=FT26322P0L9M needs accountNumber",
        "gamma reference=FT26322P0L9M needs accountNumber",
      ],
    ],
    [
      "paid!! ft26322p0l9m pls check my acc is 1000223349021",
      [
        "alpha transactionRef=FT26322P0L9M accountNumber=1000223349021",
        "gamma reference=FT26322P0L9M accountNumber=1000223349021",
      ],
    ],
    ["FT26322P0L9M00009021 is the ref", ["alpha transactionRef=FT26322P0L9M accountNumber=00009021"]],
    [
      "FT 26322 P0L9M",
      [
        "alpha transactionRef=FT26322P0L9M needs accountNumber",
        "gamma reference=FT26322P0L9M needs accountNumber",
      ],
    ],
    [
      "FT26322P0L9M\n1000223349021\n0911223344",
      [
        "alpha transactionRef=FT26322P0L9M accountNumber=1000223349021",
        "gamma reference=FT26322P0L9M accountNumber=1000223349021",
      ],
    ],
    [
      "ref:FT26322P0L9M,acct:1000223349021,amt:45300",
      [
        "alpha transactionRef=FT26322P0L9M accountNumber=1000223349021",
        "gamma reference=FT26322P0L9M accountNumber=1000223349021",
      ],
    ],
    [
      "Dear Chaltu Tolera You have successfully transferred ETB1,260.00 from account 1********9021 to account 1********7766 (Dawit Bekele Abate). Service charge of ETB 0.50 and VAT(15%) of ETB0.08 and Disaster Recovery(5%) of 0.03 with total of ETB1,260.61 .Your current balance is ETB8,900.27. Thanks for Banking with ALPHA. https://pay.alpha.example/v2-Zq8RtYuIoPaSdFgHjKlM  for feedback: https://forms.gle/abcDEF123",
      ["alpha link=https://pay.alpha.example/v2-Zq8RtYuIoPaSdFgHjKlM"],
    ],
    [
      "https://pay.alpha.example/v2-Zq8RtYuIoPaSdFgHjKlM",
      ["alpha link=https://pay.alpha.example/v2-Zq8RtYuIoPaSdFgHjKlM"],
    ],
    ["pay.alpha.example/v2-Zq8RtYuIoPaSdFgHjKlM.", ["alpha link=pay.alpha.example/v2-Zq8RtYuIoPaSdFgHjKlM"]],
    [
      "https://pay.alpha.example/v2-Zq8RtYuIo\nPaSdFgHjKlM thanks",
      ["alpha link=https://pay.alpha.example/v2-Zq8RtYuIoPaSdFgHjKlM"],
    ],
    [
      "https://api.alpha.example/api/v1/transactions/public/transaction-detail/v2-Zq8RtYuIoPaSdFgHjKlM",
      [
        "alpha link=https://api.alpha.example/api/v1/transactions/public/transaction-detail/v2-Zq8RtYuIoPaSdFgHjKlM",
      ],
    ],
    ["v2-Zq8RtYuIoPaSdFgHjKlM", []],
    ["https://pay.alpha.example/help/contact", []],
    ["https://pay.alpha.example/", []],
    ["https://pay.alpha.example.evil.example/v2-Zq8RtYuIoPaSdFgHjKlM", [], ["receipt_url_untrusted"]],
    [`${hosts.alpha}/?id=FT26322P0L9M0000`, ["alpha transactionRef=FT26322P0L9M needs accountNumber"]],
    [
      `Ref No FT26322P0L9M Your Current Balance is ETB 9.00 ${hosts.alpha}/?id=FT26322P0`,
      [
        "alpha transactionRef=FT26322P0L9M needs accountNumber",
        "gamma reference=FT26322P0L9M needs accountNumber",
      ],
    ],
    [
      `nk you for Banking with ALPHA! ${hosts.alpha}/?id=FT26322P0L9M00009021`,
      ["alpha transactionRef=FT26322P0L9M accountNumber=00009021"],
    ],
    [
      "Dear Chaltu your Account 1********9021 has been Credited with ETB 45,300.00 from Dawit Bekele Abate, on 18/11/2026 at 07:02:55 with Ref No FT26322P0L",
      [],
      ["reference_malformed"],
    ],
    [
      "FT26322P0L9M 45300",
      ["gamma reference=FT26322P0L9M45300", "alpha transactionRef=FT26322P0L9M needs accountNumber"],
    ],
    [
      "FT26322P0L9M 45300 birr",
      [
        "alpha transactionRef=FT26322P0L9M needs accountNumber",
        "gamma reference=FT26322P0L9M needs accountNumber",
      ],
    ],
    [
      "FT26322P0L9M - 00009021",
      [
        "alpha transactionRef=FT26322P0L9M accountNumber=00009021",
        "gamma reference=FT26322P0L9M accountNumber=00009021",
      ],
    ],
    [
      "Payment of ETB 45,300 ref FT26322P0L9M. Sender A/C 1000223347766, receiver A/C 1000223349021",
      [
        "alpha transactionRef=FT26322P0L9M needs accountNumber",
        "gamma reference=FT26322P0L9M needs accountNumber",
      ],
    ],
    [
      "የባንክ ማጣቀሻ: FT26322P0L9M\nየላኪ ሂሳብ: 1000223347766",
      [
        "alpha transactionRef=FT26322P0L9M accountNumber=1000223347766",
        "gamma reference=FT26322P0L9M accountNumber=1000223347766",
      ],
    ],
  ],
  beta: [
    [
      `Dear Lensa\nYou have transferred ETB 830.00 to Dawit Bekele (2519****7766) on 19/11/2026 08:12:41. Your transaction number is DKJ9QW8ER7. The service fee is  ETB 1.74 and  15% VAT on the service fee is ETB 0.26. Your current E-Money Account  balance is ETB 1,204.11. To download your payment information please click this link: ${hosts.beta}/receipt/DKJ9QW8ER7.\n\nThank you for using BETA\nBETA TELECOM`,
      ["beta reference=DKJ9QW8ER7"],
    ],
    [
      "Dear Dawit\nYou have received ETB 830.00 from lensa gemechu(2519****1188)  on 19/11/2026 08:12:41. Your transaction number is DKJ9QW8ER7. Your current E-Money Account balance is ETB 830.00.\nThank you for using BETA\nBETA TELECOM",
      ["beta reference=DKJ9QW8ER7"],
    ],
    [
      "Dear Lensa\nYou have transferred ETB 5,000.00 successfully from your BETA account 251911880011 to THETA BANK account number 01320000000200 on 18/11/2026 13:40:00. Your BETA transaction number is DKI0AA11ZZ and your bank transaction number is 261118134000123. The service fee is ETB 6.00",
      ["beta reference=DKI0AA11ZZ"],
    ],
    [
      "Dear Lensa,\nYou have paid ETB 250.00 for package Monthly Voice 100Min purchase made for 911880011 on 17/11/2026 10:00:01. Your transaction number is DKH7M5N3B1. Your current balance is ETB 3.22.",
      ["beta reference=DKH7M5N3B1"],
    ],
    [
      "Dear Lensa, You have recharged ETB 50.00 airtime for 251911880011 on 16/11/2026 22:10:31. Your transaction number is DKG4V6C8X2.",
      ["beta reference=DKG4V6C8X2"],
    ],
    [
      "You have withdrawn ETB 2,000.00 from agent 112233 - Bole Agent on 15/11/2026. Your transaction number is DKF6H7J8K9.",
      ["beta reference=DKF6H7J8K9"],
    ],
    [
      `ውድ ለንሳ፣ 830.00 ብር ለ ዳዊት በቀለ (2519****7766) በ 19/11/2026 08:12:41 አስተላልፈዋል። የሂሳብ እንቅስቃሴ ቁጥርዎ DKJ9QW8ER7 ነው። የአገልግሎት ክፍያ 1.74 ብር ነው። ደረሰኝ፦ ${hosts.beta}/receipt/DKJ9QW8ER7`,
      ["beta reference=DKJ9QW8ER7"],
    ],
    [
      "830.00 ብር በ 19/11/2026 08:12:41 ተቀብለዋል። የሂሳብ እንቅስቃሴ ቁጥርዎ DKJ9QW8ER7 ነዉ።",
      ["beta reference=DKJ9QW8ER7"],
    ],
    [
      "የክፍያ ቁጥር/Invoice No. DKJ9QW8ER7\nየክፍያ ቀን/Payment date 19-11-2026 08:12:41\nየተከፈለው መጠን/Settled Amount 830.00 Birr",
      ["beta reference=DKJ9QW8ER7"],
    ],
    [
      "nsaction number is DKJ9QW8ER7. The service fee is  ETB 1.74 and  15% VAT on the se",
      ["beta reference=DKJ9QW8ER7"],
    ],
    ["saction number is DKJ9QW8", []],
    [
      `load your payment information please click this link: ${hosts.beta}/receipt/DKJ9QW8ER7.`,
      ["beta reference=DKJ9QW8ER7"],
    ],
    ["wallet.beta.example/receipt/dkj9qw8er7", ["beta reference=DKJ9QW8ER7"]],
    ["old.beta.example:8443/receipt/DKJ9QW8ER7", ["beta reference=DKJ9QW8ER7"]],
    ["dkj9qw8er7", ["beta reference=DKJ9QW8ER7"]],
    ["DKJ9-QW8E-R7", ["beta reference=DKJ9QW8ER7"]],
    ["DKJ9QW8ER7!!!", ["beta reference=DKJ9QW8ER7"]],
    ["#DKJ9QW8ER7", ["beta reference=DKJ9QW8ER7"]],
    ["ID=DKJ9QW8ER7;", ["beta reference=DKJ9QW8ER7"]],
    ["Transaction no: DKJ9QW8ER7 amount ETB 830", ["beta reference=DKJ9QW8ER7"]],
    ["ቁጥሩ DKJ9QW8ER7 ነው እዩልኝ", ["beta reference=DKJ9QW8ER7"]],
    ["Lakkoofsa daddarbii DKJ9QW8ER7", ["beta reference=DKJ9QW8ER7"]],
    ["ቁጽሪ ምንቅስቓስ DKJ9QW8ER7", ["beta reference=DKJ9QW8ER7"]],
    [`nk: ${hosts.beta}/receipt/DKJ9QW8E`, []],
    [`${hosts.beta}/receipt/DKJ9QW8ER7. Thank you for using BETA`, ["beta reference=DKJ9QW8ER7"]],
    [`${hosts.beta}/receipt/DKJ9QW8ER7.Thank you`, ["beta reference=DKJ9QW8ER7"]],
    ["transaction number: DKJ9QW8ER7(ETB 830)", ["beta reference=DKJ9QW8ER7"]],
  ],
  gamma: [
    [
      `Dear Meseret, your account 1*****47 was credited with ETB 12,000.00 by LENSA GEMECHU TOLA. Available Balance:  ETB 12,027.46. Receipt: ${hosts.gamma}/slip/?trx=FT26322MN4QX55147 Feedback: ${hosts.gamma}/cs/?trx=CFT26322MN4QX For help, call 8000 (24/7 Toll-Free). GAMMA.`,
      ["gamma reference=FT26322MN4QX55147"],
      ["receipt_url_feedback_link"],
    ],
    [
      `Dear Meseret, your account 1*49 was debited with ETB 320.00. Available Balance: ETB 7.24.\nReceipt: ${hosts.gamma}/slip/?trx=TT26319RR0B455147\nFeedback: ${hosts.gamma}/cs/?trx=DTT26319RR0B4`,
      ["gamma reference=TT26319RR0B455147"],
      ["receipt_url_feedback_link"],
    ],
    [`Receipt: ${hosts.gamma}/slip/?trx=FT26322MN4QX55147`, ["gamma reference=FT26322MN4QX55147"]],
    [`${hosts.gamma}/slip?trx=FT26322MN4QX55147`, ["gamma reference=FT26322MN4QX55147"]],
    [`${hosts.gamma}/slip/?trx=FT26322MN4QX`, ["gamma reference=FT26322MN4QX needs accountNumber"]],
    ["FT26322MN4QX55147", ["gamma reference=FT26322MN4QX55147"]],
    ["TT26319RR0B4 55147", ["gamma reference=TT26319RR0B455147"]],
    [
      "FT26322MN4QX 55147",
      ["gamma reference=FT26322MN4QX55147", "alpha transactionRef=FT26322MN4QX needs accountNumber"],
    ],
    [
      "FT26322MN4QX, account 0112233355147",
      [
        "alpha transactionRef=FT26322MN4QX accountNumber=0112233355147",
        "gamma reference=FT26322MN4QX accountNumber=0112233355147",
      ],
    ],
    [
      `Feedback: ${hosts.gamma}/cs/?trx=DTT26319RR0B4`,
      ["gamma reference=TT26319RR0B4 needs accountNumber"],
      ["receipt_url_feedback_link"],
    ],
    [
      `${hosts.gamma}/cs/?trx=CFT26322MN4QX\n${hosts.gamma}/slip/?trx=FT26322MN4QX55147`,
      ["gamma reference=FT26322MN4QX55147"],
      ["receipt_url_feedback_link"],
    ],
    ["Reference TT26319RR0B455147 teller cash deposit", ["gamma reference=TT26319RR0B455147"]],
    ["የግብይት መለያ FT26322MN4QX55147", ["gamma reference=FT26322MN4QX55147"]],
    ["slips.gamma.example/slip/?trx=FT26322MN\n4QX55147", ["gamma reference=FT26322MN4QX55147"]],
    [
      "https://api.gamma.example/api/onlineSlip/getDetails/?id=FT26322MN4QX55147",
      ["gamma reference=FT26322MN4QX55147"],
    ],
    [`${hosts.gamma}/slip/?trx=FT26322MN4QX551`, ["gamma reference=FT26322MN4QX needs accountNumber"]],
    [
      `Available Balance:  ETB 12,027.46. Receipt: ${hosts.gamma}/slip/?trx=FT26322MN4QX55147 Feedb`,
      ["gamma reference=FT26322MN4QX55147"],
    ],
    ["TT 26319RR0B455147", ["gamma reference=TT26319RR0B455147"]],
  ],
  delta: [
    [
      `Dear LENSA GEMECHU TOLA, you have successfully transferred ETB 9,999.00 from your account number 5822**047 to MESERET ALEMU's account number  5822**099 on 2026-11-18 at 12:07:46 with transaction reference: 411OBTS263220091. The service charge is ETB 10.00, VAT (15%) ETB 1.50 and DRRF (5%) ETB 0.50. Your current balance is ETB 55.44.\n\nDownload receipt: = ${hosts.delta}/receipt/411OBTS263220091.\nShare us your feedback: https://forms.gle/aBcD123 Contact us on: 8000.`,
      ["delta reference=411OBTS263220091"],
    ],
    [
      "You have received ETB 6,000.00 from LENSA GEMECHU on 2026-11-18 at 09:48:09 with transaction reference: 112LTWS263220003.",
      ["delta reference=112LTWS263220003"],
    ],
    [
      "Dear Customer, your account '5293**047' is credited with ETB 100.00 on 18/11/2026 at 08:50:23 AM. Your current balance is ETB 100.00. DELTA - we care",
      [],
    ],
    [`Download receipt: = ${hosts.delta}/receipt/B22WDTS263220007.`, ["delta reference=B22WDTS263220007"]],
    ["FT Ref 411OBTS263220091", ["delta reference=411OBTS263220091"]],
    ["Transaction Reference: 411obts263220091", ["delta reference=411OBTS263220091"]],
    ["Transfer Reference: WDTI20263220000123456", ["epsilon receipt=WDTI20263220000123456 needs phone"]],
    ["411 OBTS 26322 0091", []],
    ["D31IPSS263220017", ["delta reference=D31IPSS263220017"]],
    ["app.delta.example/receipt/411OBTS263220091", ["delta reference=411OBTS263220091"]],
    ["የግብይት ማጣቀሻ፡ 411OBTS263220091 ነው", ["delta reference=411OBTS263220091"]],
    [
      "FT Ref: 411ETAP263220091\nTransfer Reference: OBTI26322000012345678",
      ["delta reference=411ETAP263220091"],
    ],
    [
      `= ${hosts.delta}/receipt/411OBTS263220091. Share us your feedback: https://forms.gle/aBcD123`,
      ["delta reference=411OBTS263220091"],
    ],
    ["reference: 411OBTS263\n220091", ["delta reference=411OBTS263220091"]],
    ["C07WDTI263200555 paid by app", ["delta reference=C07WDTI263200555"]],
  ],
  epsilon: [
    [
      `Dear meseret, you received 1,042.00Br. from 0911880011 - LENSA GEMECHU on 18/11/26 17:48,Txn ID DKI7Q8W9E0R.Your MONEY account balance is 1217.00Br. Thank you! For invoice ${hosts.epsilon}/aureceipt?TID=DKI7Q8W9E0R&PH=0922330044`,
      ["epsilon receipt=DKI7Q8W9E0R phone=0922330044"],
    ],
    [
      `Dear LENSA, you have sent 28.00Br. to MESERET ALEMU on 18/11/26 20:45,Txn ID DKI7Q8W9E1R. Your MONEY account balance is 63.30Br.Thank you! For invoice ${hosts.epsilon}/aureceipt?TID=DKI7Q8W9E1R&PH=251911880011 For your feedback please click the link https://shorturl.at/xxxxx`,
      ["epsilon receipt=DKI7Q8W9E1R phone=251911880011"],
    ],
    [
      "Dear meseret, you received 1,042.00Br. from 0911880011 - LENSA GEMECHU on 18/11/26 17:48,Txn ID DKI7Q8W9E0R.Your MON",
      ["epsilon receipt=DKI7Q8W9E0R needs phone"],
    ],
    [
      `${hosts.epsilon}/aureceipt?TID=DKI7Q8W9E0R&amp;PH=0922330044`,
      ["epsilon receipt=DKI7Q8W9E0R phone=0922330044"],
    ],
    [
      `${hosts.epsilon}/aureceipt?tid=dki7q8w9e0r&ph=%2B251922330044`,
      ["epsilon receipt=DKI7Q8W9E0R phone=251922330044"],
    ],
    [
      `${hosts.epsilon}/aureceipt?PH=0922330044&TID=DKI7Q8W9E0R`,
      ["epsilon receipt=DKI7Q8W9E0R phone=0922330044"],
    ],
    [`${hosts.epsilon}/aureceipt?TID=DKI7Q8W9E0R`, ["epsilon receipt=DKI7Q8W9E0R needs phone"]],
    ["DKI7Q8W9E0R 0922330044", ["epsilon receipt=DKI7Q8W9E0R phone=0922330044"]],
    ["DKI7Q8W9E0R phone 0922 33 00 44", ["epsilon receipt=DKI7Q8W9E0R phone=0922330044"]],
    ["DKI7Q8W9E0R, phone: +251 92 233 0044", ["epsilon receipt=DKI7Q8W9E0R phone=251922330044"]],
    ["0922330044 DKI7Q8W9E0R", ["epsilon receipt=DKI7Q8W9E0R phone=0922330044"]],
    ["CKI7Q8W9E0 0922330044", ["beta reference=CKI7Q8W9E0", "epsilon receipt=CKI7Q8W9E0 phone=0922330044"]],
    ["Txn ID DKI7Q8W9E0R my number is 0922330044", ["epsilon receipt=DKI7Q8W9E0R phone=0922330044"]],
    ["ደረሰኝ ቁጥር DKI7Q8W9E0R ስልክ ቁጥር 0922330044", ["epsilon receipt=DKI7Q8W9E0R phone=0922330044"]],
    [
      `${hosts.epsilon}/aureceipt?TID=DKI7Q8W9E0R&PH=09223\n30044`,
      ["epsilon receipt=DKI7Q8W9E0R phone=0922330044"],
    ],
    [
      `DKI7Q8W9E0R ${hosts.epsilon}/aureceipt?TID=DKI7Q8W9E0R&PH=0922330044`,
      ["epsilon receipt=DKI7Q8W9E0R phone=0922330044"],
    ],
    [
      "Txn ID:DKI7Q8W9E0R\nCustomer phone: 0922330044\nAgent phone: 0911000000",
      ["epsilon receipt=DKI7Q8W9E0R needs phone"],
    ],
    [
      "Receipt Number DKI7Q8W9E0R Credit Account 0922330044 - MESERET ALEMU",
      ["epsilon receipt=DKI7Q8W9E0R needs phone"],
    ],
  ],
  zeta: [
    [
      `Dear Customer\nA Withdrawal of 2,900.00 ETB has been made from your account 426*******998 on 18-11-2026 16:01:11 by IPS OUT GOING, your current balance is 8,032.00 ETB. \nPlease Download Your Digital Advice Here: \n${hosts.zeta}/receipt/#/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=\nPlease Rate Your Satisfaction Level Here: \n${hosts.zeta}/receipt/#/feedback/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=\nThank you.\nZETA`,
      [`zeta url=${hosts.zeta}/receipt/#/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=`],
      ["receipt_url_feedback_link"],
    ],
    [
      "A Deposit of 40,000.00 ETB has been made to your account 426*******998 BY IPS /INCOMMING/XXXXETAA/XXXXETAAFT26322FLQKV on 18-11-2026 15:27:53, your current balance is 40,000.00 ETB. Thank you.\nZETA",
      [],
    ],
    [
      `${hosts.zeta}/receipt/#/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=`,
      [`zeta url=${hosts.zeta}/receipt/#/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=`],
    ],
    [
      "advice.zeta.example/receipt/#/b0Jt8/uYq2Lr5+VxwA9sTz1CkMn4PdHe7iGfO6yKjWQ=",
      ["zeta url=advice.zeta.example/receipt/#/b0Jt8/uYq2Lr5+VxwA9sTz1CkMn4PdHe7iGfO6yKjWQ="],
    ],
    [
      `${hosts.zeta}/receipt/#/feedback/b0Jt8/uYq2Lr5+VxwA9sTz1CkMn4PdHe7iGfO6yKjWQ=`,
      [`zeta url=${hosts.zeta}/receipt/#/b0Jt8/uYq2Lr5+VxwA9sTz1CkMn4PdHe7iGfO6yKjWQ=`],
      ["receipt_url_feedback_link"],
    ],
    [
      `${hosts.zeta}/receipt#/b0Jt8/uYq2Lr5+VxwA9sTz1CkMn4PdHe7iGfO6yKjWQ=.`,
      [`zeta url=${hosts.zeta}/receipt#/b0Jt8/uYq2Lr5+VxwA9sTz1CkMn4PdHe7iGfO6yKjWQ=`],
    ],
    [
      `(${hosts.zeta}/receipt/#/b0Jt8/uYq2Lr5+VxwA9sTz1CkMn4PdHe7iGfO6yKjWQ=)`,
      [`zeta url=${hosts.zeta}/receipt/#/b0Jt8/uYq2Lr5+VxwA9sTz1CkMn4PdHe7iGfO6yKjWQ=`],
    ],
    [
      `${hosts.zeta}/receipt/#/b0Jt8%2FuYq2Lr5%2BVxwA9sTz1CkMn4PdHe7iGfO6yKjWQ%3D`,
      [`zeta url=${hosts.zeta}/receipt/#/b0Jt8%2FuYq2Lr5%2BVxwA9sTz1CkMn4PdHe7iGfO6yKjWQ%3D`],
    ],
    [
      `${hosts.zeta}/receipt/#/b0Jt8/uYq2Lr5+VxwA9s\nTz1CkMn4PdHe7iGfO6yKjWQ=`,
      [`zeta url=${hosts.zeta}/receipt/#/b0Jt8/uYq2Lr5+VxwA9sTz1CkMn4PdHe7iGfO6yKjWQ=`],
    ],
    [`${hosts.zeta}/receipt/#/b0Jt8/uYq2Lr5+VxwA9s`, []],
    ["b0Jt8/uYq2Lr5+VxwA9sTz1CkMn4PdHe7iGfO6yKjWQ=", []],
    [
      `Please Rate Your Satisfaction Level Here: ${hosts.zeta}/receipt/#/feedback/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=`,
      [`zeta url=${hosts.zeta}/receipt/#/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=`],
      ["receipt_url_feedback_link"],
    ],
    [
      `${hosts.zeta}/receipt/#/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o= ${hosts.zeta}/receipt/#/b0Jt8/uYq2Lr5+VxwA9sTz1CkMn4PdHe7iGfO6yKjWQ=`,
      [
        `zeta url=${hosts.zeta}/receipt/#/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=`,
        `zeta url=${hosts.zeta}/receipt/#/b0Jt8/uYq2Lr5+VxwA9sTz1CkMn4PdHe7iGfO6yKjWQ=`,
      ],
    ],
    [
      "A Withdrawal of 500.00 ETB has been made from your account 426***998 on 18-11-2026 16:01:11 by BETA TRANSFER TO LENSA GEMECHU, your current balance is 1.00 ETB.",
      [],
    ],
  ],
  eta: [
    [
      `Dear Customer your Account 174xxxxxxxx7719 has been debited with ETB 4500 to beta wallet 911880011 with reference 174ETTB263220044 on 18-Nov-2026. Your Current Balance is ETB 93.06. To download your payment information click this link ${hosts.eta}/rt/85527719174ETTB263220044/pdf Thank you for banking with ETA`,
      [`eta url=${hosts.eta}/rt/85527719174ETTB263220044/pdf`],
    ],
    [
      `Dear Customer, Birr 1593.9  IB Fund transfer has been made from A/c No. 174xxxxxxxx7719 to A/c of 1090000000007018 on 18-Nov-2026 . The A/c Available Bal. is Birr  293.06  and the transaction Branch is Bole. To download your payment information click this link ${hosts.eta}/rt/85527719174IBFT263220003/pdf Thank you  please share us your feedback: https://feedback.share.eta.example?ref=174IBFT263220003 Link your id: https://id.share.eta.example/`,
      [`eta url=${hosts.eta}/rt/85527719174IBFT263220003/pdf`],
      ["receipt_url_feedback_link"],
    ],
    [
      "Dear Customer your account 109xxxxxxxx7018 has been credited with ETB 13000 from other bank with reference 109P2PI263220016 on 18-Nov-2026. Your Current Balance is ETB 33824.78.",
      ["eta reference=109P2PI263220016 needs accountNumber"],
    ],
    [
      `${hosts.eta}/ft/85527719174IBET263220071/pdf`,
      [`eta url=${hosts.eta}/ft/85527719174IBET263220071/pdf`],
    ],
    [`${hosts.eta}/rt/85527719174ETTB263220044`, [`eta url=${hosts.eta}/rt/85527719174ETTB263220044`]],
    [
      "share.eta.example/rt/85527719174ettb263220044/pdf",
      ["eta url=share.eta.example/rt/85527719174ettb263220044/pdf"],
    ],
    ["85527719174ETTB263220044", ["eta url=85527719174ETTB263220044"]],
    ["85527719 174ETTB263220044", ["eta url=85527719174ETTB263220044"]],
    ["174ETTB263220044 85527719", ["eta reference=174ETTB263220044 accountNumber=85527719"]],
    [
      "174ETTB263220044 acc 1740000085527719",
      ["eta reference=174ETTB263220044 accountNumber=1740000085527719"],
    ],
    ["174ETTB263220044", ["eta reference=174ETTB263220044 needs accountNumber"]],
    ["1740000085527719174ETTB263220044", ["eta url=1740000085527719174ETTB263220044"]],
    [
      "ATM cash withdrawal with reference 174ATCW263220001 A/c No. 1740000085527719",
      ["eta reference=174ATCW263220001 accountNumber=1740000085527719"],
    ],
    [
      "https://feedback.share.eta.example?ref=174IBFT263220003",
      ["eta reference=174IBFT263220003 needs accountNumber"],
      ["receipt_url_feedback_link"],
    ],
    [
      "Reference No: 109TEIN263220009\nPayer account no.: 1090000000007018",
      ["eta reference=109TEIN263220009 accountNumber=1090000000007018"],
    ],
    [
      "Reference No: 174ETTB263220044\nPayer account no.: 174******7719",
      ["eta reference=174ETTB263220044 needs accountNumber"],
    ],
    [
      `to download click ${hosts.eta}/rt/85527719174ETTB2632\n20044/pdf Thank you`,
      [`eta url=${hosts.eta}/rt/85527719174ETTB263220044/pdf`],
    ],
    [
      "174ETTB263220044 and account 1740000085527719 and 1090000000007018",
      ["eta reference=174ETTB263220044 accountNumber=1740000085527719"],
    ],
  ],
  theta: [
    [
      `Dear Customer, ETB 7,425 has been credited to your account from Lensa Gemechu on : 2026-11-18 10:38:47  with Txn ID: 261118103874225 . Your available balance is now ETB 9,510.12. Receipt  Link: ${hosts.theta}/-2KNA8L2WOH-7B2D3E. Contact center  8000.\n\nAlert: THETA will never ask for your PIN, password, or OTP. Stay safe`,
      [`theta url=${hosts.theta}/-2KNA8L2WOH-7B2D3E`],
    ],
    [
      `Dear Customer, You have sent ETB 1,000 To (01320000000200) - MESERET ALEMU by Transaction ID: 261118132499988 charge- 1.00 VAT- 0.15 Date 2026-11-18 13:24:29. Your Available Balance is 11,818.92. Download the receipt by link ${hosts.theta}/-2KNADLCFPG-7B2D3F.`,
      [`theta url=${hosts.theta}/-2KNADLCFPG-7B2D3F`],
    ],
    [
      `Dear Customer; Beta Transfer of 30,000.00 ETB to MESERET ALEMU - 251911880011 from 01320000000300/BANK, Reason- Xnmx, Charge 10.00 VAT: 1.50. Your Balance is ETB 10,151.17. Receipt Link: ${hosts.theta}/-2KNADLCFPG-7B2D3F. Contact Center 8000.`,
      [`theta url=${hosts.theta}/-2KNADLCFPG-7B2D3F`],
    ],
    ["Txn ID: 261118103874225", []],
    ["2KNA8L2WOH-7B2D3E", []],
    ["-2KNA8L2WOH-7B2D3E", []],
    [
      "receipts.theta.example:8225/-2KNA8L2WOH-7B2D3E",
      ["theta url=receipts.theta.example:8225/-2KNA8L2WOH-7B2D3E"],
    ],
    [`${hosts.theta}/-E41A0B1C2D3E-AB12`, [`theta url=${hosts.theta}/-E41A0B1C2D3E-AB12`]],
    ["E419B4A08C91-AB12CD", []],
    [`${hosts.theta}/2KNA8L2WOH-7B2D3E`, [`theta url=${hosts.theta}/2KNA8L2WOH-7B2D3E`]],
    [`${hosts.theta}/–2KNA8L2WOH–7B2D3E`, []],
    [
      "2KNA8L2WOH – 7B2D3E",
      [
        "beta reference=2KNA8L2WOH",
        "iota transactionId=2KNA8L2WOH",
        "epsilon receipt=2KNA8L2WOH needs phone",
        "epsilon receipt=7B2D3E needs phone",
      ],
    ],
    [
      "2KNA8L2WOH\n-7B2D3E",
      [
        "beta reference=2KNA8L2WOH",
        "iota transactionId=2KNA8L2WOH",
        "epsilon receipt=2KNA8L2WOH needs phone",
      ],
    ],
    [`${hosts.theta}/-2KNA8L2WOH-\n7B2D3E`, [`theta url=${hosts.theta}/-2KNA8L2WOH-7B2D3E`]],
    ["https://receipts.theta.example/-2KNA8L2WOH-7B2D3E", [], ["receipt_url_untrusted"]],
  ],
  iota: [
    [
      `Dear Meseret, you have sent 200.00 Birr to Lensa Gemechu Tola 251711***884 on 18/11/26 at 11:53 AM. Transaction number UKI5E6R7T8. Transaction fee 0.00 Birr. Your current  IOTA balance is 10.00 Birr. Get your receipt here: ${hosts.iota}/receipt/UKI5E6R7T8 Get extra 20MB when you buy 100MB daily bundle via IOTA for 5 birr.`,
      [`iota url=${hosts.iota}/receipt/UKI5E6R7T8`],
    ],
    [
      "Dear Lensa, you have received 300.00 Birr from Meseret Alemu Tola-251712***456 on 18/11/26 at 10:07 AM. Transaction number UKI64FXVZ2. Your current IOTA balance is 2,424.84 Birr. Buy 1GB for 20 birr. To buy click https://bit.ly/3abcDEF",
      ["iota transactionId=UKI64FXVZ2"],
    ],
    [
      "ውድ Meseret፣ የ5.00 ብር የSAFARI ጥቅል ለ 251718000000 በ18/11/26 በ1:47 AM ላይ ገዝተዋል። የገንዘብ ዝውውር መለያ ቁጥር UKIV2KE5Z8 ነው። የአገልግሎት ክፍያ 0.00 ብር ነው። አሁን ያለዎት የIOTA ቀሪ ሒሳብ 0.00 ብር ነው።",
      ["iota transactionId=UKIV2KE5Z8"],
    ],
    [
      `ውድ Lensa፣ 200.00 ብር ለ Meseret Alemu 251711***123 በ18/11/26 በ11:53 AM ላይ ልከዋል። የገንዘብ ዝውውር መለያ ቁጥር UKI5E6R7T8 ነው። ደረሰኝዎን እዚህ ያግኙ፦ ${hosts.iota}/receipt/UKI5E6R7T8`,
      [`iota url=${hosts.iota}/receipt/UKI5E6R7T8`],
    ],
    [
      "https://portal.iota.example/api/receipt/getReceipt?trxNo=UKI5E6R7T8",
      ["iota url=https://portal.iota.example/api/receipt/getReceipt?trxNo=UKI5E6R7T8"],
    ],
    [
      `${hosts.iota}/api/receipt/getReceipt?trxNo=uki5e6r7t8`,
      [`iota url=${hosts.iota}/api/receipt/getReceipt?trxNo=uki5e6r7t8`],
    ],
    [
      `${hosts.iota}/api/receipt/getReceipt?trxno=UKI5E6R7T8&lang=am`,
      [`iota url=${hosts.iota}/api/receipt/getReceipt?trxno=UKI5E6R7T8&lang=am`],
    ],
    ["UKI5E6R7T8", ["iota transactionId=UKI5E6R7T8"]],
    ["uki5e6r7t8.", ["iota transactionId=UKI5E6R7T8"]],
    ["Transaction number UKI5E6R7T8.", ["iota transactionId=UKI5E6R7T8"]],
    ["trxNo=UKI5E6R7T8", ["iota transactionId=UKI5E6R7T8"]],
    ["TRANSACTION ID UKI5E6R7T8\nTRANSACTION TYPE Send Money", ["iota transactionId=UKI5E6R7T8"]],
    ["መለያ ቁጥር UKI5E6R7T8", ["iota transactionId=UKI5E6R7T8"]],
    ["መለያ ቁጥርUKI5E6R7T8ነው", ["iota transactionId=UKI5E6R7T8"]],
    [
      `Get your receipt here: ${hosts.iota}/receipt/UKI5E6R7T8.`,
      [`iota url=${hosts.iota}/receipt/UKI5E6R7T8`],
    ],
    [`${hosts.iota}/receipt/UKI5E6`, []],
    [
      "TRANSACTION ID\nUKI5E6R7T8\nRECEIPT NO\nRCPT20261118\nPAYMENT DATE 2026-11-18 10:20:30",
      ["iota transactionId=UKI5E6R7T8"],
    ],
    ["የግብይት ቁጥር / TRANSACTION ID: UKI5E6R7T8", ["iota transactionId=UKI5E6R7T8"]],
  ],
  several: [
    [
      "DKJ9QW8ER7\nUKI5E6R7T8\n411OBTS263220091\nFT26322MN4QX55147",
      [
        "beta reference=DKJ9QW8ER7",
        "iota transactionId=UKI5E6R7T8",
        "delta reference=411OBTS263220091",
        "gamma reference=FT26322MN4QX55147",
      ],
    ],
    [
      "1) DKJ9QW8ER7 - 830 birr\n2) DKJ9QW8ER8 - 200 birr\n3) DKJ9QW8ER9 - 1,000 birr",
      ["beta reference=DKJ9QW8ER7", "beta reference=DKJ9QW8ER8", "beta reference=DKJ9QW8ER9"],
    ],
    [
      "today: DKJ9QW8ER7 (ETB 830), UKI5E6R7T8 (200 Birr) and 411OBTS263220091",
      ["beta reference=DKJ9QW8ER7", "iota transactionId=UKI5E6R7T8", "delta reference=411OBTS263220091"],
    ],
    [
      "FT26322P0L9M acc 1000223349021 and FT26322P0L9N acc 1000223347766",
      [
        "alpha transactionRef=FT26322P0L9M accountNumber=1000223349021",
        "gamma reference=FT26322P0L9M accountNumber=1000223349021",
        "alpha transactionRef=FT26322P0L9N accountNumber=1000223347766",
        "gamma reference=FT26322P0L9N accountNumber=1000223347766",
      ],
    ],
    [
      `${hosts.beta}/receipt/DKJ9QW8ER7 ${hosts.iota}/receipt/UKI5E6R7T8 ${hosts.delta}/receipt/411OBTS263220091`,
      [
        "beta reference=DKJ9QW8ER7",
        `iota url=${hosts.iota}/receipt/UKI5E6R7T8`,
        "delta reference=411OBTS263220091",
      ],
    ],
    [
      "FT26322P0L9M\nFT26322P0L9N\nmy account 1000223349021",
      [
        "alpha transactionRef=FT26322P0L9M accountNumber=1000223349021",
        "gamma reference=FT26322P0L9M accountNumber=1000223349021",
        "alpha transactionRef=FT26322P0L9N accountNumber=1000223349021",
        "gamma reference=FT26322P0L9N accountNumber=1000223349021",
      ],
    ],
    [
      "DKI7Q8W9E0R 0922330044, DKI7Q8W9E1R 0911880011",
      ["epsilon receipt=DKI7Q8W9E0R phone=0922330044", "epsilon receipt=DKI7Q8W9E1R phone=0911880011"],
    ],
    [
      "174ETTB263220044\n411OBTS263220091",
      ["eta reference=174ETTB263220044 needs accountNumber", "delta reference=411OBTS263220091"],
    ],
    ["DKJ9QW8ER7 DKJ9QW8ER7 dkj9qw8er7", ["beta reference=DKJ9QW8ER7"]],
    [
      `${hosts.theta}/-2KK4016DGX-7B2D3E 2KK40I7X90-7B2D3F`,
      [`theta url=${hosts.theta}/-2KK4016DGX-7B2D3E`, "theta reference=2KK40I7X90-7B2D3F"],
    ],
    [
      "Dear Lensa ... transaction number is DKJ9QW8ER7. ... Dear Lensa ... transaction number is DKJ9QW8ES7.",
      ["beta reference=DKJ9QW8ER7", "beta reference=DKJ9QW8ES7"],
    ],
    [
      "FT26322P0L9M00009021, FT26322MN4QX55147",
      ["alpha transactionRef=FT26322P0L9M accountNumber=00009021", "gamma reference=FT26322MN4QX55147"],
    ],
  ],
  people: [
    [
      "Your bank transaction number is FT26322P0L9M, sent to your BETA account 251911880011",
      [
        "alpha transactionRef=FT26322P0L9M needs accountNumber",
        "gamma reference=FT26322P0L9M needs accountNumber",
      ],
    ],
    [
      "Dear Lensa\nYou have transferred ETB 110.00 successfully from your BETA account 251911880011 to ALPHA account number 1000223349021 on 18/11/2026 10:09:55. Your bank transaction number is FT26322P0L9M.",
      [
        "alpha transactionRef=FT26322P0L9M accountNumber=1000223349021",
        "gamma reference=FT26322P0L9M accountNumber=1000223349021",
      ],
    ],
    [
      "from account 1000223347766 to account 1000223349021 Ref No FT26322P0L9M",
      [
        "alpha transactionRef=FT26322P0L9M needs accountNumber",
        "gamma reference=FT26322P0L9M needs accountNumber",
      ],
    ],
    [
      "Ref No FT26322P0L9M. Call 8000. Card 4111111111111111",
      [
        "alpha transactionRef=FT26322P0L9M needs accountNumber",
        "gamma reference=FT26322P0L9M needs accountNumber",
      ],
    ],
    [
      "Ref No FT26322P0L9M Branch 0012 Teller 12345678",
      [
        "alpha transactionRef=FT26322P0L9M needs accountNumber",
        "gamma reference=FT26322P0L9M needs accountNumber",
      ],
    ],
    [
      "FT26322P0L9M\n15/11/2026\n1,250.00",
      [
        "alpha transactionRef=FT26322P0L9M needs accountNumber",
        "gamma reference=FT26322P0L9M needs accountNumber",
      ],
    ],
    [
      "FT26322P0L9M 12345678 09112233",
      [
        "alpha transactionRef=FT26322P0L9M accountNumber=12345678",
        "gamma reference=FT26322P0L9M accountNumber=12345678",
      ],
    ],
    [
      "Amount 12345678.00 FT26322P0L9M",
      [
        "alpha transactionRef=FT26322P0L9M needs accountNumber",
        "gamma reference=FT26322P0L9M needs accountNumber",
      ],
    ],
    [
      "FT26322P0L9M TIN 0012345678",
      [
        "alpha transactionRef=FT26322P0L9M needs accountNumber",
        "gamma reference=FT26322P0L9M needs accountNumber",
      ],
    ],
    [
      "FT26322P0L9M national id 1234567890123456",
      [
        "alpha transactionRef=FT26322P0L9M needs accountNumber",
        "gamma reference=FT26322P0L9M needs accountNumber",
      ],
    ],
    [
      "1000223349021\nFT26322P0L9M\n1000223347766",
      [
        "alpha transactionRef=FT26322P0L9M accountNumber=1000223349021",
        "gamma reference=FT26322P0L9M accountNumber=1000223349021",
      ],
    ],
    ["DKJ9QW8ER7 paid from 1000223349021", ["beta reference=DKJ9QW8ER7"]],
    ["174ETTB263220044 acc 0911880011", ["eta reference=174ETTB263220044 accountNumber=0911880011"]],
    [
      "174ETTB263220044 1740000085527719 1090000000007018",
      ["eta reference=174ETTB263220044 accountNumber=1740000085527719"],
    ],
    ["411OBTS263220091 acc 5822000047", ["delta reference=411OBTS263220091"]],
    [
      "Sender: DAWIT 0911880011\nReceiver: MESERET 0922330044\nTxn ID DKI7Q8W9E0R",
      ["epsilon receipt=DKI7Q8W9E0R needs phone"],
    ],
    [
      "Txn ID DKI7Q8W9E0R Customer phone: 0922330044 phone: 0922330044",
      ["epsilon receipt=DKI7Q8W9E0R phone=0922330044"],
    ],
    ["DKI7Q8W9E0R 0922330044 0911880011", ["epsilon receipt=DKI7Q8W9E0R phone=0922330044"]],
    ["My phone is 0922330044. DKI7Q8W9E0R", ["epsilon receipt=DKI7Q8W9E0R phone=0922330044"]],
    [
      `${hosts.epsilon}/aureceipt?TID=DKI7Q8W9E0R my phone 0922330044`,
      ["epsilon receipt=DKI7Q8W9E0R phone=0922330044"],
    ],
    ["Tel: 0911 88 00 11 Txn ID DKI7Q8W9E0R", ["epsilon receipt=DKI7Q8W9E0R phone=0911880011"]],
    ["ስልኬ 0922330044 ደረሰኝ DKI7Q8W9E0R", ["epsilon receipt=DKI7Q8W9E0R phone=0922330044"]],
    [
      "Hi, I sent the money. Receipt no. is DKJ9QW8ER7, please check and let me know by 5pm. Thanks, Abebe (0911880011)",
      ["beta reference=DKJ9QW8ER7"],
    ],
    ["ሰላም፣ ገንዘቡን ልኬያለሁ። የደረሰኝ ቁጥር DKJ9QW8ER7 ነው። እባክዎ ያረጋግጡ። አበበ 0911880011", ["beta reference=DKJ9QW8ER7"]],
    ["Qarshii ergeera, lakkoofsi DKJ9QW8ER7 dha.", ["beta reference=DKJ9QW8ER7"]],
    ["ገንዘብ ልኢኸ ኣለኹ፣ ቁጽሪ DKJ9QW8ER7 እዩ", ["beta reference=DKJ9QW8ER7"]],
    [
      `screenshot: "Transaction Successful ETB 830.00 Transaction No. DKJ9QW8ER7 19/11/2026 08:12"`,
      ["beta reference=DKJ9QW8ER7"],
    ],
    ["Paid ✅\n\nDKJ9QW8ER7\n\n#order 1234", ["beta reference=DKJ9QW8ER7"]],
    ["> DKJ9QW8ER7\nis this real?", ["beta reference=DKJ9QW8ER7"]],
    [
      "is DKJ9QW8ER7 real? what about DKJ9QW8ES7?",
      ["beta reference=DKJ9QW8ER7", "beta reference=DKJ9QW8ES7"],
    ],
    ["DKJ9QW8ER7/DKJ9QW8ES7", ["beta reference=DKJ9QW8ER7", "beta reference=DKJ9QW8ES7"]],
    ["DKJ9QW8ER7,DKJ9QW8ES7", ["beta reference=DKJ9QW8ER7", "beta reference=DKJ9QW8ES7"]],
    ["DKJ9QW8ER7DKJ9QW8ES7", ["epsilon receipt=DKJ9QW8ER7DKJ9QW8ES7 needs phone"]],
    ["DKJ9QW8ER7_DKJ9QW8ES7", ["beta reference=DKJ9QW8ER7", "beta reference=DKJ9QW8ES7"]],
    ["(DKJ9QW8ER7)", ["beta reference=DKJ9QW8ER7"]],
    ["[DKJ9QW8ER7]", ["beta reference=DKJ9QW8ER7"]],
    ["DKJ9QW8ER7 ", ["beta reference=DKJ9QW8ER7"]],
    ["DKJ9QW8 ER7", ["beta reference=DKJ9QW8ER7"]],
    ["DKJ9 QW8E R7", ["beta reference=DKJ9QW8ER7"]],
    ["D.K.J.9.Q.W.8.E.R.7", []],
    ["dkj 9qw8er7", []],
    [
      "Ref: DKJ9QW8ER7 / FT26322P0L9M",
      [
        "beta reference=DKJ9QW8ER7",
        "alpha transactionRef=FT26322P0L9M needs accountNumber",
        "gamma reference=FT26322P0L9M needs accountNumber",
      ],
    ],
    [
      "beta DKJ9QW8ER7 alpha FT26322P0L9M acc 1000223349021",
      ["beta reference=DKJ9QW8ER7", "alpha transactionRef=FT26322P0L9M accountNumber=1000223349021"],
    ],
    [`${hosts.beta}/receipt/DKJ9QW8ER7 ${hosts.beta}/receipt/DKJ9QW8ER7`, ["beta reference=DKJ9QW8ER7"]],
    [
      `${hosts.beta}/receipt/DKJ9QW8ER7\n${hosts.delta}/receipt/411OBTS263220091\n${hosts.eta}/rt/85527719174ETTB263220044/pdf\n${hosts.theta}/-2KK4016DGX-7B2D3E\n${hosts.iota}/receipt/UKI5E6R7T8\n${hosts.zeta}/receipt/#/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=\n${hosts.epsilon}/aureceipt?TID=DKI7Q8W9E0R&PH=0922330044\n${hosts.gamma}/slip/?trx=FT26322MN4QX55147\n${hosts.alpha}/?id=FT26322P0L9M00009021\nhttps://pay.alpha.example/v2-Zq8RtYuIoPaSdFgHjKlM`,
      [
        "beta reference=DKJ9QW8ER7",
        "delta reference=411OBTS263220091",
        `eta url=${hosts.eta}/rt/85527719174ETTB263220044/pdf`,
        `theta url=${hosts.theta}/-2KK4016DGX-7B2D3E`,
        `iota url=${hosts.iota}/receipt/UKI5E6R7T8`,
        `zeta url=${hosts.zeta}/receipt/#/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=`,
        "epsilon receipt=DKI7Q8W9E0R phone=0922330044",
        "gamma reference=FT26322MN4QX55147",
        "alpha transactionRef=FT26322P0L9M accountNumber=00009021",
        "alpha link=https://pay.alpha.example/v2-Zq8RtYuIoPaSdFgHjKlM",
      ],
    ],
    [
      "Forwarded message\nFrom: ALPHA\nDate: 18/11/2026\n\nRef No FT26322P0L9M",
      ["alpha transactionRef=FT26322P0L9M needs accountNumber"],
    ],
    [`${hosts.iota}/receipt/DKJ9QW8ER7`, [`iota url=${hosts.iota}/receipt/DKJ9QW8ER7`]],
    [`${hosts.beta}/receipt/UKI5E6R7T8`, ["beta reference=UKI5E6R7T8"]],
    [`${hosts.delta}/receipt/174ETTB263220044`, ["delta reference=174ETTB263220044"]],
    [`${hosts.delta}/receipt/DKJ9QW8ER7`, []],
    [`${hosts.eta}/rt/174ETTB263220044/pdf`, []],
    [`view-source:${hosts.beta}/receipt/DKJ9QW8ER7`, ["beta reference=DKJ9QW8ER7"]],
    [`"url":"${hosts.beta}\\/receipt\\/DKJ9QW8ER7"`, [], ["receipt_url_untrusted"]],
    [`${hosts.beta}/receipt/DKJ9QW8ER7%20`, [], ["reference_not_ascii"]],
    [`${hosts.beta}/receipt/%20DKJ9QW8ER7`, [], ["reference_not_ascii"]],
    [`${hosts.beta}/receipt/DKJ9QW8ER7%0A`, [], ["reference_not_ascii"]],
    [`${hosts.beta}/receipt/DKJ9QW8ER7\u200b`, ["beta reference=DKJ9QW8ER7"]],
    [`${hosts.beta}/receipt/DKJ9QW8ER7\u200bThank`, ["beta reference=DKJ9QW8ER7"]],
    [
      "Your bank transaction number is FT26322P0L9M, sent to your BETA account 251911880011",
      [
        "alpha transactionRef=FT26322P0L9M needs accountNumber",
        "gamma reference=FT26322P0L9M needs accountNumber",
      ],
    ],
    ["ስልኬ 0922330044 ደረሰኝ DKI7Q8W9E0R", ["epsilon receipt=DKI7Q8W9E0R phone=0922330044"]],
    [`${hosts.beta}/receipt/DKJ9QW8ER7\u200bThank you`, ["beta reference=DKJ9QW8ER7"]],
    [`${hosts.iota}/receipt/UKI5E6R7T8Get extra 20MB`, [`iota url=${hosts.iota}/receipt/UKI5E6R7T8`]],
    [
      `${hosts.gamma}/slip/?trx=FT26322MN4QX55147Feedback: ${hosts.gamma}/cs/?trx=CFT26322MN4QX`,
      ["gamma reference=FT26322MN4QX55147"],
      ["receipt_url_feedback_link"],
    ],
    [
      `${hosts.epsilon}/aureceipt?TID=DKI7Q8W9E0R&PH=0922330044For your feedback`,
      ["epsilon receipt=DKI7Q8W9E0R phone=0922330044"],
    ],
    [
      `${hosts.alpha}/?id=FT26322P0L9M00009021Thank you`,
      ["alpha transactionRef=FT26322P0L9M accountNumber=00009021"],
    ],
    [`${hosts.theta}/-2KK4016DGX-7B2D3EThank`, [`theta url=${hosts.theta}/-2KK4016DGX-7B2D3E`]],
    [
      "https://pay.alpha.example/v2-abcdefghijklmn0Opqr",
      ["alpha link=https://pay.alpha.example/v2-abcdefghijklmn0Opqr"],
    ],
    [
      "https://pay.alpha.example/v2-hqWErTyUiOpAsDfGhJkL",
      ["alpha link=https://pay.alpha.example/v2-hqWErTyUiOpAsDfGhJkL"],
    ],
    [
      `${hosts.zeta}/receipt/#/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=Please Rate`,
      [`zeta url=${hosts.zeta}/receipt/#/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=`],
    ],
    [
      `${hosts.zeta}/receipt/#/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=\nPlease Rate`,
      [`zeta url=${hosts.zeta}/receipt/#/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=`],
    ],
  ],
  tokens: [
    ["2KK4016DGX-7B2D3E", ["theta reference=2KK4016DGX-7B2D3E"]],
    ["-2KK4016DGX-7B2D3E", ["theta reference=2KK4016DGX-7B2D3E"]],
    ["2kk4016dgx-7b2d3e.", ["theta reference=2KK4016DGX-7B2D3E"]],
    ["E463FD60CAB1-AB12", ["theta reference=E463FD60CAB1-AB12"]],
    ["2KK4016DGX\n-7B2D3E", ["theta reference=2KK4016DGX-7B2D3E"]],
    ["2KK4016DGX -7B2D3E", ["theta reference=2KK4016DGX-7B2D3E"]],
    ["2KK4016DGX–7B2D3E", [], ["reference_not_ascii"]],
    [
      "2KK4016DGX – 7B2D3E",
      [
        "beta reference=2KK4016DGX",
        "iota transactionId=2KK4016DGX",
        "epsilon receipt=2KK4016DGX needs phone",
        "epsilon receipt=7B2D3E needs phone",
      ],
    ],
    [`${hosts.theta}/-2KK4016DGX-\n7B2D3E`, [`theta url=${hosts.theta}/-2KK4016DGX-7B2D3E`]],
    [`${hosts.theta}/–2KK4016DGX–7B2D3E`, [], ["reference_not_ascii"]],
    [
      "link: receipts.theta.example:8225/-2KK4016DGX-7B2D3E.",
      ["theta url=receipts.theta.example:8225/-2KK4016DGX-7B2D3E"],
    ],
    [`${hosts.theta}/2KK4016DGX-7B2D3E`, [`theta url=${hosts.theta}/2KK4016DGX-7B2D3E`]],
    [
      "2KK4016DGX",
      [
        "beta reference=2KK4016DGX",
        "iota transactionId=2KK4016DGX",
        "epsilon receipt=2KK4016DGX needs phone",
      ],
    ],
    ["Txn ID 2KK4016DGX-7B2D3E", ["theta reference=2KK4016DGX-7B2D3E"]],
    [`${hosts.theta}/-E463FD60CAB1-AB12CD34`, [`theta url=${hosts.theta}/-E463FD60CAB1-AB12CD34`]],
    ["Receipt: -2KK4016DGX-7B2D3E ok", ["theta reference=2KK4016DGX-7B2D3E"]],
  ],
};

describe.each(Object.entries(messages))("of %s", (_, wordings) => {
  test.each(wordings.map((wording) => [...wording] as const))("%s", (...[text, lines, codes = []]) => {
    const found = findAmongAll(text);
    expect(likelyLinesOf(found)).toEqual(lines);
    expect(codesOf(found)).toEqual(codes);
  });
});
