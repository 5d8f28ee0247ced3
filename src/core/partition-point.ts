/** Where the first item stands that is not before; the length where all are. The items before it come first in the list. */
export const partitionPoint = <Item>(items: readonly Item[], isBefore: (item: Item) => boolean): number => {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const item = items[middle];
    if (item !== undefined && isBefore(item)) from = middle + 1;
    else to = middle;
  }
  return from;
};
