/** Whether a field's value says that there is none. */
export const isNone = (value: string): boolean =>
  /^(?:no?|none|nil|n\/?a|not applicable|false|null|[-–—_ ]{1,9}|(?:etb|birr)? ?0{1,3}(?:\.0{1,2})?(?: ?(?:etb|birr))?|የለም)\.?$/i.test(
    value,
  );
