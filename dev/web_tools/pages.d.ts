// Types that the API's description leaves open, and short names for those it has.

declare namespace Page {
  type Update = Api.GetAnswers["/api/tables/{table}"] & { events: Api.Event[] };
  type View = Update["view"];
  type Here = Api.GetAnswers["/api/here"];
  type Command = { type: string; [field: string]: any };

  type Get = OwnGet & Api.KnownGet & ((path: string) => Promise<any>);
  type Post = Api.KnownPost & ((path: string, body?: any) => Promise<any>);

  interface OwnGet {
    (path: `/api/tables/${string}/felt`): Promise<Felt>;
  }

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

  interface PayRow {
    hand: string;
    pays: string;
    clause: string;
  }

  interface FeltSpot {
    spot: string;
    name: string;
    kind: "progressive" | "decision" | "required" | "side";
    wager: string;
    required: boolean;
    equal_to: string;
    multiples: number[];
    of: string;
    needs: string[];
    least: number;
    most: number;
    progressive: boolean;
    collected: boolean;
    lammer: boolean;
    clause: string;
    area: string;
  }

  interface FeltWager {
    wager: string;
    name: string;
    paytable: string;
    clause: string;
    rows: PayRow[];
    pays_as: string;
    on: { hole?: number[]; community?: number[]; box?: number[] };
    wins_with: string[];
  }

  interface Inscription {
    what: string;
    clause: string;
    cents?: number | null;
    multiples?: number[];
    spots?: string[];
    of?: string;
    names?: string[];
  }

  /** A table's layout, from /api/tables/{table}/felt. */
  interface Felt {
    game: string;
    name: string;
    rules: string;
    seats: number;
    hole: number;
    community: number;
    community_names: string[];
    box: number;
    hidden: number[];
    chips: number[];
    minimum: number;
    maximum: number;
    boxes: number;
    boxes_clause: string;
    operator: string;
    limit: number | null;
    limit_clause: string;
    spots: FeltSpot[];
    stages: { stage: string; spot: string }[];
    wagers: FeltWager[];
    envy: PayRow[];
    envy_clause: string;
    inscriptions: Inscription[];
    fixtures: { what: string; clause: string }[];
    house: string;
    now: number;
    clock: { betting: number; deciding: number };
    table: { id: string; name: string; mode: string; currency: string };
  }
}

/** What can be put into an element; see static/base/dom.js. */
declare namespace Dom {
  type Child = Node | string | number | null | undefined | false;
  type Children = Child | Children[];
}
