// What the pages ask for by a selector or an id is what their own templates have there: the checker of the scripts looks at
// what the table sends, not at that.

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Element {
  closest(selector: string): any;
}

interface Document {
  getElementById(elementId: string): any;
}

// Every browser that opens the pages has it; the checker of Debian 12 does not know it yet.
interface Array<T> {
  findLast(fits: (value: T, index: number) => unknown): T | undefined;
  findLastIndex(fits: (value: T, index: number) => unknown): number;
}
