// Types that the API's description leaves open, and short names for those it has.

declare namespace Page {
  type Update = Api.GetAnswers["/api/tables/{table}"] & { events: Api.Event[] };
  type View = Update["view"];
  type Here = Api.GetAnswers["/api/here"];
  type Person = Here | null;
  type Command = { type: string; [field: string]: any };

  type Felt = Api.Felt;
  type FeltSpot = Api.FeltSpot;
  type FeltWager = Api.FeltWager;
  type PayRow = Api.PayRow;
  type Inscription = Api.FeltInscription;

  type Get = Api.KnownGet & ((path: string) => Promise<any>);
  type Post = Api.KnownPost & ((path: string, body?: any) => Promise<any>);

  /** The words of a page. A function puts any value into a sentence. */
  type Text = string | RegExp | ((...values: any[]) => any) | Text[] | { [key: string]: Text };

  /** A number of the API: exact as a fraction, as the root of one, or only a decimal. */
  interface Figure {
    decimal: number;
    fraction?: string | null;
    squared?: string;
  }

  /** An event of a field, whose value its listener reads. */
  type Input = Event & { target: HTMLInputElement | HTMLSelectElement };

  /** Why the house refuses. */
  interface Problem {
    name: string;
    sentence: string;
    clause: string;
    what_to_do: string;
  }

  /** An answer that is still being calculated. */
  interface Working {
    working: true;
    seconds: number;
    ahead: number;
    retry_ms: number;
  }
}

/** What can be put into an element; see static/base/dom.js. */
declare namespace Dom {
  type Child = Node | string | number | null | undefined | false;
  type Children = Child | Children[];

  /** A function under an `on…` name listens; true is present, false and null are absent. */
  interface Attributes {
    [handler: `on${string}`]: ((event: any) => unknown) | null | undefined | false;
    [name: string]: any;
  }
}
