/** A red PNG of 64 by 64 pixels, base64: larger than the least that any server takes. */
export const redSquare =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEXgEBBZ7e9PAAAAG0lEQVR42u3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAG9PLePAAAAAElFTkSuQmCC'
