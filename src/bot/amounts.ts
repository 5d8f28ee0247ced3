/** `125050` santim as `1,250.50`. */
export const formatAmount = (amountMinor: number): string => {
  const birr = String(Math.trunc(amountMinor / 100)).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${birr}.${String(amountMinor % 100).padStart(2, "0")}`;
};
