/** The text of page/, which has types of its own: the DOM's names stay out of the rest of the house. */
export declare const pageSource: string
