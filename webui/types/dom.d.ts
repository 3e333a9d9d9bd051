// What the pages ask for by a selector or an id is what their own templates have there: the checker of the scripts looks at
// what the table sends, not at that.

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Element {
  closest(selector: string): any;
  focus(options?: FocusOptions): void;
}

interface EventTarget {
  closest?(selector: string): any;
}

interface Document {
  getElementById(elementId: string): any;
}

// The checker of Debian 12 does not know these yet.
interface Navigator {
  readonly wakeLock?: any;
  getBattery?(): Promise<any>;
}

interface Array<T> {
  findLast(fits: (value: T, index: number) => unknown): T | undefined;
  findLastIndex(fits: (value: T, index: number) => unknown): number;
}

// Our own events say in their `detail` what they are about.
interface Event {
  readonly detail?: any;
}
