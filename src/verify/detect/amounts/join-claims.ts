import { amountsMax, type Claims } from "../../claims.ts";

/** What two sources claim of one receipt. */
export const joinClaims = (one: Claims, other: Claims): Claims => {
  const areTransferred = one.areTransferred || other.areTransferred;
  const told = [one, other].filter((claims) => claims.areTransferred === areTransferred);
  const amountsSantim = [...new Set(told.flatMap((claims) => claims.amountsSantim))].slice(0, amountsMax);
  const printedSantim = told.flatMap((claims) => claims.printedSantim ?? []);
  const besideSantim = told.flatMap((claims) => claims.besideSantim ?? []).slice(0, amountsMax);
  const eachSantim = told.flatMap((claims) => claims.eachSantim ?? []).slice(0, amountsMax);
  const sumSantim = one.sumSantim ?? other.sumSantim;
  const largestSantim = Math.max(one.largestSantim ?? 0, other.largestSantim ?? 0);
  const lessSantim = [one, other].flatMap((claims) => claims.lessSantim ?? []).slice(0, amountsMax);
  const doubts = [one, other].flatMap((claims) => claims.doubts ?? []).slice(0, amountsMax);
  const isPartlyRead = one.isPartlyRead || other.isPartlyRead;
  const namesOthers = one.namesOthers || other.namesOthers;
  // One says the amount, and the other the total.
  const isWithTotal =
    amountsSantim.length > 1 && told.every((claims) => claims.amountsSantim.length < 2 || claims.isWithTotal);
  return {
    amountsSantim,
    areTransferred,
    ...(printedSantim.length > 0 && { printedSantim }),
    ...(besideSantim.length > 0 && { besideSantim }),
    ...(eachSantim.length > 0 && { eachSantim }),
    ...(sumSantim !== undefined && { sumSantim }),
    ...(largestSantim > 0 && { largestSantim }),
    ...(lessSantim.length > 0 && { lessSantim }),
    ...(doubts.length > 0 && { doubts }),
    ...(isPartlyRead && { isPartlyRead }),
    ...(namesOthers && { namesOthers }),
    ...(isWithTotal && { isWithTotal }),
  };
};
