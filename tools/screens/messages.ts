import type { Dice } from "../mutate/dice.ts";
import { clock, lastDigits, masked, type Payment, token, two } from "./values.ts";

/** Where the made-up providers keep their receipts; the measuring programs configure the same places. */
export const hosts = {
  alpha: "https://receipts.alpha.example:100",
  beta: "https://wallet.beta.example",
  gamma: "https://slips.gamma.example",
  delta: "https://receipts.delta.example",
  epsilon: "https://pay.epsilon.example",
  zeta: "https://advice.zeta.example",
  eta: "https://share.eta.example",
  theta: "https://apps.theta.example:8225",
  iota: "https://money.iota.example",
} as const;

export type Label = keyof typeof hosts;
export type Language = "en" | "am";

/** A provider's message on a payment, as it reads on the phone of the payer or of the receiver. */
export const message = (provider: Label, language: Language, pay: Payment, dice: Dice): string =>
  (language === "am" ? (amharic[provider] ?? english[provider]) : english[provider])(pay, dice);

type Words = (pay: Payment, dice: Dice) => string;

const slashed = ({ at }: Payment): string => {
  const { year, month, day } = clock(at);
  return `${two(day)}/${two(month)}/${year}`;
};
const time = ({ at }: Payment): string => {
  const { hour, minute, second } = clock(at);
  return [hour, minute, second].map(two).join(":");
};
const iso = ({ at }: Payment): string => {
  const { year, month, day } = clock(at);
  return `${year}-${two(month)}-${two(day)}`;
};
const short = (pay: Payment): string => slashed(pay).replace("/20", "/");
const firstName = (name: string): string => name.split(" ")[0] ?? name;
const phoneMask = ({ phone }: Payment): string => `2519****${phone.slice(-4)}`;

const english: Record<Label, Words> = {
  alpha: (pay, dice) =>
    dice.chance(60)
      ? `Dear ${firstName(pay.receiver)} your Account ${masked(pay.receiverAccount, 8)} has been Credited with ETB ${pay.amount} from ${pay.payer}, on ${slashed(pay)} at ${time(pay)} with Ref No ${pay.reference} Your Current Balance is ETB ${pay.balance}. Thank you for Banking with Alpha! ${hosts.alpha}/?id=${pay.reference}${lastDigits(pay.receiverAccount, 8)}`
      : `Dear ${firstName(pay.payer)}, You have transfered ETB ${pay.amount} to ${pay.receiver} on ${slashed(pay)} at ${time(pay)} from your account ${masked(pay.payerAccount, 8)}. Your account has been debited with a S.charge of ETB ${pay.fee} and 15% VAT of ETB0.08, with a total of ETB${pay.amount}. Your Current Balance is ETB ${pay.balance}. Thank you for Banking with Alpha! ${hosts.alpha}/?id=${pay.reference}${lastDigits(pay.payerAccount, 8)}`,
  beta: (pay, dice) =>
    dice.chance(60)
      ? `Dear ${firstName(pay.payer)}\nYou have transferred ETB ${pay.amount} to ${pay.receiver} (${phoneMask(pay)}) on ${slashed(pay)} ${time(pay)}. Your transaction number is ${pay.reference}. The service fee is  ETB ${pay.fee} and  15% VAT on the service fee is ETB 0.78. Your current E-Money Account  balance is ETB ${pay.balance}. To download your payment information please click this link: ${hosts.beta}/receipt/${pay.reference}.\n\nThank you for using Beta`
      : `Dear ${firstName(pay.receiver)}\nYou have received ETB ${pay.amount} from ${pay.payer}(${phoneMask(pay)})  on ${slashed(pay)} ${time(pay)}. Your transaction number is ${pay.reference}. Your current E-Money Account balance is ETB ${pay.balance}.\nThank you for using Beta`,
  gamma: (pay, dice) =>
    `Dear ${firstName(pay.receiver)}, your account 1*****${lastDigits(pay.receiverAccount, 2)} was credited with ETB ${pay.amount} by ${pay.payer.toUpperCase()}. Available Balance:  ETB ${pay.balance}. Receipt: ${hosts.gamma}/slip/?trx=${pay.reference}${lastDigits(pay.receiverAccount, 5)}${dice.chance(50) ? ` Feedback: ${hosts.gamma}/cs/?trx=C${pay.reference}` : ""} For help, call 9000 (24/7 Toll-Free). GAMMA.`,
  delta: (pay, dice) =>
    dice.chance(60)
      ? `Dear ${pay.payer.toUpperCase()}, you have successfully transferred ETB ${pay.amount} from your account number 5822**011 to ${pay.receiver.toUpperCase()}'s account number  5822**014 on ${iso(pay)} at ${time(pay)} with transaction reference: ${pay.reference}. The service charge is ETB ${pay.fee}, VAT (15%) ETB 0.00 and DRRF (5%) ETB 0.00. Your current balance is ETB ${pay.balance}.\n\nDownload receipt: = ${hosts.delta}/receipt/${pay.reference}.`
      : `You have received ETB ${pay.amount} from ${pay.payer.toUpperCase()} on ${iso(pay)} at ${time(pay)} with transaction reference: ${pay.reference}.`,
  epsilon: (pay) =>
    `Dear ${firstName(pay.receiver).toLowerCase()}, you received ${pay.amount}Br. from 09${pay.payerAccount.slice(-8)} - ${pay.payer.toUpperCase()} on ${short(pay)} ${time(pay).slice(0, 5)},Txn ID ${pay.reference}.Your Epsilon account balance is ${pay.balance}Br. Thank you! For invoice ${hosts.epsilon}/aureceipt?TID=${pay.reference}&PH=0${pay.phone}`,
  zeta: (pay) =>
    `Dear Customer\nA Withdrawal of ${pay.amount} ETB has been made from your account 426*******611 on ${slashed(pay).replaceAll("/", "-")} ${time(pay)} by IPS OUT GOING, your current balance is ${pay.balance} ETB. \nPlease Download Your Digital Advice Here: \n${hosts.zeta}/receipt/#/${pay.reference}\nPlease Rate Your Satisfaction Level Here: \n${hosts.zeta}/receipt/#/feedback/${pay.reference}\nThank you.\nZETA`,
  eta: (pay, dice) =>
    dice.chance(60)
      ? `Dear Customer your Account 174xxxxxxxx${lastDigits(pay.payerAccount, 4)} has been debited with ETB ${pay.amount} to Beta wallet ${pay.phone} with reference ${pay.reference} on ${slashed(pay).replaceAll("/", "-")}. Your Current Balance is ETB ${pay.balance}. To download your payment information click this link ${hosts.eta}/rt/${lastDigits(pay.payerAccount, 8)}${pay.reference}/pdf Thank you for banking with Eta`
      : `Dear Customer your account 109xxxxxxxx${lastDigits(pay.receiverAccount, 4)} has been credited with ETB ${pay.amount} from other bank with reference ${pay.reference} on ${slashed(pay).replaceAll("/", "-")}. Your Current Balance is ETB ${pay.balance}.`,
  theta: (pay) =>
    `Dear Customer, ETB ${pay.amount} has been credited to your account from ${pay.payer} on : ${iso(pay)} ${time(pay)}  with Txn ID: ${Number.parseInt(pay.reference.split("-")[0] ?? "", 36)} . Your available balance is now ETB ${pay.balance}. Receipt  Link: ${hosts.theta}/-${pay.reference}. Contact center  9999.`,
  iota: (pay, dice) =>
    `Dear ${firstName(pay.payer)}, you have sent ${pay.amount} Birr to ${pay.receiver} 251711***${pay.phone.slice(-3)} on ${short(pay)} at ${time(pay).slice(0, 5)}. Transaction number ${pay.reference}. Transaction fee ${pay.fee} Birr. Your current  Iota balance is ${pay.balance} Birr.${dice.chance(60) ? ` Get your receipt here: ${hosts.iota}/receipt/${pay.reference}` : ""} Get extra 20MB when you buy 100MB daily bundle via Iota for 5 birr.`,
};

const amharic: Partial<Record<Label, Words>> = {
  alpha: (pay) =>
    `የአካውንት ቁጥርዎ ••••${lastDigits(pay.receiverAccount, 4)} በ ETB ${pay.amount} ገቢ ሆኗል። ቀሪ ሂሳብዎ ETB ${pay.balance} ነው። ማጣቀሻ ${pay.reference}`,
  beta: (pay) =>
    `ውድ ${firstName(pay.receiver)}\n${pay.amount} ብር ከ ${pay.payer}(${phoneMask(pay)}) በ ${slashed(pay)} ${time(pay)} ተቀብለዋል። የሂሳብ እንቅስቃሴ ቁጥርዎ ${pay.reference} ነዉ። የአገልግሎት ክፍያ ${pay.fee} ብር ነው። ቀሪ ሂሳብዎ ${pay.balance} ብር ነው። የክፍያ መረጃዎን ለማውረድ ይህንን ሊንክ ይጫኑ፡ ${hosts.beta}/receipt/${pay.reference}\nቤታን ስለተጠቀሙ እናመሰግናለን`,
  iota: (pay) =>
    `ውድ ${firstName(pay.payer)}፣ ${pay.amount} ብር ለ ${pay.receiver} 251711***${pay.phone.slice(-3)} በ${short(pay)} በ${time(pay).slice(0, 5)} ላይ ልከዋል። የገንዘብ ዝውውር መለያ ቁጥር ${pay.reference} ነው። የአገልግሎት ክፍያ ${pay.fee} ብር ነው። አሁን ያለዎት የIota ቀሪ ሒሳብ ${pay.balance} ብር ነው።`,
};

/** Messages of payments that name nothing to look up: reading must find nothing in them. */
export const pointless = (pay: Payment, dice: Dice): string =>
  dice.pick([
    `Dear Customer, your account '5293**${lastDigits(pay.receiverAccount, 3)}' is credited with ETB ${pay.amount} on ${slashed(pay)} at ${time(pay)}. Your current balance is ETB ${pay.balance}. DELTA - Ever closer`,
    `Dear Customer, You have sent ETB ${pay.amount} To (01320000000200) - ${pay.receiver.toUpperCase()} by Transaction ID: ${Number.parseInt(pay.reference, 36) % 1e15} charge- 1.00 VAT- 0.15 Date ${iso(pay)} ${time(pay)}. Your Available Balance is ${pay.balance}.`,
    `Dear Customer\nA Deposit of ${pay.amount} ETB has been made to your account 426*******611 on ${slashed(pay).replaceAll("/", "-")} ${time(pay)}, your current balance is ${pay.balance} ETB. Thank you.\nZETA`,
    `Selam! Did the 5 boxes come? Call me 09${pay.phone.slice(1)} when you are at the shop, I pay ${pay.amount} Birr on ${slashed(pay)} as we said. Order ${token(dice, 4)}`,
  ]);
