/** The slots of the replies to a message. */

/** The slot of the answer to a receipt, by its place in the message. */
export const receiptSlot = (index: number): string => `receipt:${index}`;

/** The place of the receipt whose answer has this slot; null: it is another slot. */
export const receiptIndexOf = (slot: string): number | null => {
  const index = /^receipt:(\d{1,2})$/.exec(slot)?.[1];
  return index === undefined ? null : Number(index);
};

const editSlots = "edit:";

/** The slot in which the answer in another one is edited: its details are shown, or its receiver was decided about. */
export const editSlot = (slot: string): string => `${editSlots}${slot}`;

/** The slot of the answer that an edit is of; null: it is no edit. */
export const editedSlotOf = (slot: string): string | null =>
  slot.startsWith(editSlots) ? slot.slice(editSlots.length) : null;

/** The slot of the reply that a picture waits, or why it names nothing. */
export const pictureSlot = "picture";

/** The slot of a reply that this update follows with a new message. */
export const formerSlot = (updateId: number): string => `former:${updateId}`;

export const isFormerSlot = (slot: string): boolean => slot.startsWith("former:");
