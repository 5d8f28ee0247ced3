import { describe, expect, test } from "vitest";
import { outcomeOfChanged } from "../support/changed.ts";
import { oneIn } from "../support/extent.ts";

/** JSON that says at any depth that the payment was undone is never Verified. */

const answers = [
  ["gamma", "verified", (json: string) => JSON.parse(json).body[0], /"body"\s*:\s*\[\s*\{/],
  ["alpha", "verified-link", (json: string) => JSON.parse(json), /^\s*\{/],
  ["zeta", "verified", (json: string) => JSON.parse(json).data, /"data"\s*:\s*\{/],
] as const;

const undone = [
  ...['"reverseFlag": "Y"', '"revFlag": true', '"cancelFlag": "1"', '"refund": "2026-11-16"'],
  ...['"note": "This transaction has been reversed"', '"remarks": "Reversed by bank"'],
  ...['"remarks": "REVERSED BY TELLER"', '"authStat": "U"', '"txnAuthStat": "Unauthorised"'],
  ...['"remarks": "Reversed by head office"', '"remarks": "Cancelled by branch manager"'],
  ...['"description": "Reversed on 16/11/2026"', '"transactionStatus": {"code": "REV"}'],
  ...['"reversed": true', '"isReversed": true', '"IS_REVERSED": "Y"', '"reversed": 1', '"reversed": "yes"'],
  ...['"cancelled": 1', '"canceled": "true"', '"isCancelled": true', '"voided": true', '"refunded": true'],
  ...[
    '"reversal": {"date": "2026-11-16"}',
    '"reversal": {"done": true, "by": null}',
    '"reversals": [{"id": 7}]',
  ],
  ...['"reversalDate": "2026-11-16"', '"reversalReference": "FT26320AAAAA"', '"refundAmount": "1,250.00"'],
  ...['"cancelledAt": "2026-11-16T10:00:00Z"', '"cancelReason": "wrong account"', '"failureReason": "limit"'],
  ...[
    '"transactionStatus": "REVERSED"',
    '"txnStatus": "Reversed"',
    '"state": "CANCELLED"',
    '"paymentState": "FAILED"',
  ],
  ...[
    '"postingStatus": "Refunded"',
    '"responseStatus": "Reversed"',
    '"statusDescription": "Transaction reversed"',
  ],
  ...[
    '"success": false',
    '"isSuccessful": "N"',
    '"completed": 0',
    '"posted": false',
    '"transactionStatus": "XYZ"',
  ],
  ...[
    '"message": "This transaction has been reversed"',
    '"title": "Reversal Receipt"',
    '"flags": ["REVERSED"]',
  ],
  ...['"isCancel": true', '"reverse": "Y"', '"deleted": 1'],
  ...[
    '"txSts": "RJCT"',
    '"TxSts": "PDNG"',
    '"progress": "In progress"',
    '"ackStatus": "NACK"',
    '"beneficiaryCredited": "No"',
  ],
  ...['"pending": true', '"isPending": "Y"', '"onHold": true', '"held": 1', '"provisional": true'],
  ...['"fraud": true', '"isFraudulent": "yes"', '"isTest": true', '"draft": true', '"scheduled": true'],
  ...['"pendingFlag": "Y"', '"paymentFrozen": true', '"inProgress": true', '"underReview": true'],
  ...['"isFinal": false', '"final": "N"', '"settledFlag": "N"'],
  ...['"confirmed": false', '"ok": false', '"transferAccepted": false'],
  ...['"stage": "AUTH_PENDING"', '"paymentPhase": "on hold"', '"currentState": "HOLD_FUNDS"'],
  ...['"posting": "PENDING"', '"holdReason": "Compliance"', '"Hold Reason": "AML check"'],
  ...['"confirmed": "Reversed"', '"accepted": "Rejected"', '"final": "Reversed on 16/11/2026"'],
  ...[
    '"processing": "Failed"',
    '"hold": "Transaction reversed"',
    '"suspended": "This payment has been reversed"',
  ],
  ...[
    '"message": "Dear customer, your payment is pending"',
    '"info": "STATUSPENDING"',
    '"notice": "Warning! Payment processing"',
    '"text": "Before the account is blocked, this payment was reversed"',
    '"watermark": "IN\\nPROGRESS"',
  ],
  ...[
    '"message": "Payment to HANA MEKONNEN processing"',
    '"steps": [{"title": "Processing", "done": true}, {"title": "Completed", "done": false}]',
    '"steps": [{"title": "Processing", "active": true}, {"title": "Completed"}]',
    '"steps": [{"title": "Processing"}, {"title": "Completed", "done": true, "at": null}]',
    '"steps": [{"title": "Processing"}, {"title": "Completed", "done": true}]',
    '"steps": [{"title": "Completed", "done": true}, {"title": "Processing", "done": true}]',
    '"steps": [{"title": "Reversed", "done": true}, {"title": "Completed", "done": true}]',
  ],
  ...['"message": "Pending: 500.00"', '"info": "Pending ???"'],
  ...['"message": "Reversed, the amount will be credited to the payer"'],
  ...['"events": [{"name": "REVERSED", "at": "2026-11-16"}]', '"history": [{"name": "Payment cancelled"}]'],
  ...[
    '"responseCode": "05", "responseDescription": "Do not honour"',
    '"resultCode": 51, "message": "Insufficient balance on the account of the payer, sorry"',
  ],
  ...['"returnReason": "AC04"', '"return_reason_code": "AC04"'],
  ...['"cancellation": "confirmed"', '"refund": "processed within 7 days"', '"reversal": "within 24 hours"'],
  ...['"refunded": "within 7 days"', '"isCancelled": "not possible"', '"refunds": [{"done": "yes"}]'],
  ...['"approval": "pending"', '"settlement": "awaiting"', '"settlementDate": "PENDING"', '"cleared": "0"'],
  ...['"finalized": 0', '"awaitingApproval": true', '"pendingSettlement": true', '"recall": "Y"'],
  ...['"recallDate": "16/11/2026"', '"rollback": true', '"clawback": true', '"withdrawn": true'],
  ...['"return": {"date": "2026-11-16"}', '"isReturn": "Y"', '"reversingTransaction": "FT26320AAAAA"'],
  ...['"creditPosted": false', '"released": false', '"result": "fail"', '"result": "ERROR"'],
  ...['"transactionResult": "NOK"', '"decision": "REJECT"', '"environment": "sandbox"', '"mode": "TEST"'],
  ...['"livemode": false', '"lines": ["NOT", "COMPLETED"]', '"cancelDate": "16/11/2026"'],
  ...['"type": "REVERSAL"', '"የክፍያ ሁኔታ": "ተሰርዟል"', '"info": "ተመላሽ ሆኗል"', '"result": "Declined"'],
];

const honest = [
  ...[
    '"reversed": false',
    '"isReversed": "N"',
    '"reversed": "NO"',
    '"reversed": null',
    '"reversed": ""',
    '"reversed": 0',
  ],
  ...[
    '"fees": {"payerAmount": 5, "payeeAmount": 0}',
    '"session": {"authFlag": "U"}',
    '"tip": {"amountReceived": 0}',
  ],
  ...['"details": "Test payment"', '"discount": "No value"', '"authStat": "A"'],
  ...['"note": "cancelled office transfer"', '"unclearedAmount": 0'],
  ...['"reversal": null', '"reversal": {}', '"reversals": []', '"reversal": {"date": null, "amount": 0}'],
  ...['"refundAmount": "0.00"', '"refundAmount": "0.00 ETB"', '"cancelledAt": null', '"cancelled": "false"'],
  ...[
    '"reversible": true',
    '"showCancelButton": true',
    '"rev": 1',
    '"isReversible": true',
    '"refundPolicy": "within 3 days"',
    '"reversalAllowed": true',
  ],
  ...[
    '"cancellationFee": "5.00"',
    '"failedAttempts": 2',
    '"success": true',
    '"completed": "Y"',
    '"success": null',
  ],
  ...[
    '"remarks": "refund for cancelled order"',
    '"customerNote": "Transaction reversed"',
    '"reason": "Reversed"',
  ],
  ...[
    '"agentName": "Void Kebede"',
    '"description": "cancelled order 7"',
    '"purposes": "rent"',
    '"kycStatus": "ACTIVE"',
  ],
  ...[
    '"footer": "If this transaction failed please call 8000"',
    '"terms": "Non-refundable"',
    '"expiryDate": "2030-01-01"',
  ],
  ...[
    '"cancel": "https://bank.example/cancel"',
    '"refund": false',
    '"pagination": {"total": 1, "limit": 10}',
  ],
  ...['"pending": false', '"onHold": "N"', '"isPending": 0', '"fraud": null', '"isTest": false'],
  ...['"pendingBalance": "500.00"', '"processingFee": "1.00"', '"holdAmount": 0', '"scheduledAt": null'],
  ...['"approval": ""', '"approval": null', '"approval": false', '"settlement": "T+1"', '"settlement": "-"'],
  ...['"settlementDate": "2026-11-16"', '"settlementDate": "-"', '"cleared": "1"', '"cleared": ""'],
  ...['"finalized": 1', '"finalized": null', '"awaitingApproval": false', '"pendingSettlement": "N"'],
  ...['"recall": "N"', '"recallDate": null', '"recallDate": ""', '"rollback": false', '"clawback": null'],
  ...['"withdrawn": false', '"return": {"date": null}', '"return": {"url": "https://x.example"}'],
  ...['"return": "https://x.example"', '"isReturn": "N"', '"returnCode": "0"', '"returnCode": "SUCCESS"'],
  ...['"reversingTransaction": ""', '"reversingTransaction": null', '"creditPosted": true'],
  ...['"released": null', '"released": "2026-11-16"', '"result": "success"', '"result": "OK"'],
  ...['"decision": "APPROVE"', '"environment": "production"', '"mode": "ONLINE"', '"mode": "LIVE"'],
  ...['"livemode": true', '"lines": ["Head Office", "Addis Ababa"]', '"remarks": ["NOT", "COMPLETED"]'],
  ...['"cancelDate": "-"', '"withdrawnAmount": "1"', '"testMode": false', '"payment": "No"'],
  ...['"confirmed": "N/A"', '"progress": "Processing done"'],
  ...[
    '"terms": [{"code": "T1", "text": "Transfers cannot be reversed"}]',
    '"code": "E0", "message": "No errors"',
  ],
  ...[
    '"steps": [{"title": "Processing", "done": true}, {"title": "Completed", "done": true}]',
    '"log": [{"message": "Payment processing", "done": 1}, {"message": "Payment completed", "done": 1}]',
  ],
  ...['"message": "Pending: 0"', '"info": "Failed transaction?"'],
  ...['"service": "Payment processing"', '"message": "If your payment is pending, call 8080"'],
  ...['"isFinal": true', '"confirmed": "Y"', '"ok": 1', '"accepted": null'],
  ...['"posting": "POSTED"', '"holdReason": ""', '"hold_reason": null', '"posting": "2026-11-16"'],
  ...['"stage": "COMPLETED"', '"clearing": "NOT_PENDING"', '"ack": "ACK"', '"step": 4'],
  ...['"events": [{"name": "Pending"}, {"name": "Completed"}]', '"events": [{"name": "Void Kebede"}]'],
  ...[
    '"responseCode": "00", "responseDescription": "No error"',
    '"responseCode": "0", "message": "Approved, no limit exceeded"',
    '"code": "ACNX", "message": "Approved"',
    '"statusCode": 200, "message": "OK"',
    '"code": 7, "description": "declined sofa, order 12"',
  ],
  ...[
    '"returnReason": null',
    '"returnReasonCode": ""',
    '"returnCode": "00"',
    '"returnUrl": "https://x.example"',
  ],
  ...['"cancellation": "not possible"', '"refund": "Within 7 days"', '"terms": {"reversal": "Not allowed"}'],
  ...['"links": {"refund": null}', '"channel": "API"', '"httpStatus": 200'],
];

describe.each(answers)("JSON of %s, %s,", (label, name, _, open) => {
  const turn = answers.findIndex(([own]) => own === label);
  const within = (member: string) => (json: string) => json.replace(open, (found) => `${found}${member},`);
  const deeper = (member: string) => within(`"more": [{"inner": {${member}}}]`);
  const outcome = (change: (json: string) => string) => outcomeOfChanged(label, name, change);

  test.each(oneIn(3, undone, turn))("that holds %s is refused, at any depth", async (member) => {
    expect([await outcome(within(member)), await outcome(deeper(member))]).not.toContain("Verified");
  });

  test.each(oneIn(3, honest, turn))("that holds %s is Verified, at any depth", async (member) => {
    expect([await outcome(within(member)), await outcome(deeper(member))]).toEqual(["Verified", "Verified"]);
  });

  test("may end a message with a party's whole name", async () => {
    const saying = (message: string) =>
      outcome((json) =>
        within(`"message": "${message}"`)(json.replaceAll("HANA MEKONNEN TADESSE", "COFFEE PROCESSING")),
      );
    expect(await saying("Payment to COFFEE PROCESSING")).toBe("Verified");
    for (const message of ["Payment to HANA PROCESSING", "Payment to COFFEE PROCESSING processing"])
      expect(await saying(message), message).not.toBe("Verified");
  });

  test("whose text holds half a character is refused", async () => {
    expect(await outcome(within(String.raw`"x": "a\ud800b"`))).toBe("provider_format_changed");
  });

  test("that holds a key twice with two values is refused, at any depth", async () => {
    for (const member of ['"x": 1, "x": 2', '"more": {"y": {"x": "a", "x": "b"}}'])
      expect(await outcome(within(member)), member).toBe("provider_format_changed");
    expect(await outcome(within('"x": 1, "x": 1'))).toBe("Verified");
  });
});

test.each([
  ["gamma", "verified", /("Transaction Type"\s*:\s*")[^"]*/],
  ["zeta", "verified", /("title"\s*:\s*")[^"]*/],
] as const)("a document of %s, %s, whose type is a reversal is not completed", async (label, name, type) => {
  for (const word of ["Reversal", "Fund Transfer Reversal", "REFUND", "Reversed Transfer"])
    expect(await outcomeOfChanged(label, name, (json) => json.replace(type, `$1${word}`)), word).toBe(
      `receipt_not_completed ${word}`,
    );
});

test("a page of theta whose type is a reversal is not completed", async () => {
  for (const word of ["Reversal", "IPS Reversal", "Refund", "ተመላሽ"])
    expect(
      await outcomeOfChanged("theta", "verified", (html) => html.replace("IPS Bank Transfer", word)),
      word,
    ).toBe(`receipt_not_completed ${word}`);
});

test("a status in other words is not completed, in its own words", async () => {
  for (const word of ["Reversed on 16/11/2026", "PAYMENT CANCELLED", "Not completed", "ተሰርዟል"])
    expect(
      await outcomeOfChanged("beta", "verified", (html) => html.replace("Completed<", `${word}<`)),
      word,
    ).toBe(`receipt_not_completed ${word}`);
});
