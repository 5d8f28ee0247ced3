/** Grey pixels in rows, one byte each, 0 black to 255 white. */
export type GreyPicture = {
  readonly pixels: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
};

export type Point = { readonly x: number; readonly y: number };
