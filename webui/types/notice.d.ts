// What `GET /api/state` and the event stream send, for the checker of the pages' scripts; made of the schemas by
// `python tests/webui/test_scripts.py`.

export type ChouetteScore = {
  player: string;
  points: number;
};

export type ChouetteSnapshot = {
  line: Array<string>;
  captain: string;
  partners: Array<string>;
  box_side: "W" | "B";
  scores: Array<ChouetteScore>;
  stakes: Array<ChouetteStake>;
  last: Array<ChouetteStake>;
  advisers: Array<string>;
  games: number;
  keeps_box: "captain" | "game";
  advising: "turned" | "always" | "never";
  one_cube: boolean;
  undo: boolean;
};

export type ChouetteStake = {
  player: string;
  against: string;
  value: number;
  next: number;
  owner: "W" | "B" | null;
  offered_by: "W" | "B" | null;
  points: number | null;
  on_board: boolean;
  may: Array<"double" | "box_doubles" | "take" | "pass" | "beaver" | "raccoon" | "settle" | "extra" | "set_cube" | "partner" | "join" | "leave" | "undo">;
  extras: Array<string>;
};

export type Clock = {
  kind: "off" | "delay" | "bronstein" | "plain";
  W: number;
  B: number;
  free: number;
  running: "W" | "B" | null;
  stopped: boolean;
  paused: boolean;
  fallen: Array<"W" | "B">;
  says: string;
};

export type Game = {
  number: number;
  id: string;
  name: string;
  phase: "no game" | "to throw" | "to move" | "doubled" | "over" | null;
  result: {
    winner: "W" | "B" | null;
    points: number;
    how: string;
  } | null;
  men: number;
  turns: number;
  squares: {
    size: number;
    throne: string;
    corners: Array<string>;
    men: {
      W: number;
      B: number;
    };
  } | null;
  facing: {
    W: Array<number>;
    B: Array<number>;
  } | null;
  dice: number;
  faces: Array<number> | null;
  hand: boolean;
  landing: "hit" | "pin" | "solo_block" | "capture" | "coexist" | "draw" | null;
  off: "taken" | "borne off" | null;
  decide: "high_die" | "low_die" | "white_first" | "agreed" | null;
  source: "thrown" | "opponent in secret" | "chance" | null;
};

export type Match = {
  number: number;
  length: number;
  white: string;
  black: string;
  crawford: "pending" | "active" | "expired" | "off";
  winner: "W" | "B" | null;
  programme: {
    id: string;
    games: Array<string>;
    decider: string | null;
    to_points: boolean;
  };
  terms: Record<string, boolean | number | string>;
  kept: "full" | "anonymous" | "off";
  kept_says: string | null;
};

export type Notice = {
  table: string;
  seq: number;
  match: Match;
  game: Game;
  position: Position | null;
  seen: Position | null;
  seating: {
    near: "light" | "dark";
    home_right: boolean;
  } | null;
  to_play: "W" | "B" | null;
  roll: Array<number> | null;
  carried: boolean;
  either: boolean;
  roll_name: string | null;
  cube: {
    value: number;
    next: number;
    may: Array<"double" | "take" | "pass" | "beaver" | "raccoon">;
    owner: "W" | "B" | null;
    offered_by: "W" | "B" | null;
    in_play: boolean;
  };
  score: {
    W: number;
    B: number;
  };
  last_play: {
    side: "W" | "B";
    roll: Array<number> | null;
    carried: boolean;
    either: boolean;
    notation: string;
    moves: Array<Array<number | string>>;
    captured: Array<number | string>;
    illegal: string | null;
    inferred: boolean;
    from_hand: number;
    scored: Array<string>;
  } | null;
  says: string;
  fault: {
    side: "W" | "B";
    rule: string;
    text: string;
    told: string;
    points: Array<number | string>;
    provisional: boolean;
    stands: Array<number | string>;
    should: Array<number | string>;
  } | null;
  cocked: string | null;
  cube_fault: string | null;
  question: Question | null;
  questions: number;
  clock: Clock | null;
  camera: {
    view: "clear" | "moving" | "hand" | "covered" | "moved" | "dark" | "lost";
    text: string;
    reads: boolean;
    note: string | null;
    ready: boolean;
  };
  profile: string;
  hasty: {
    side: "W" | "B";
    roll: Array<number> | null;
    text: string;
    void: boolean;
    may_demand: boolean;
  } | null;
  setup: string | null;
  resign: {
    side: "W" | "B";
    grade: number;
    text: string;
  } | null;
  kept_back: boolean;
  marks: {
    points: {
      W: number;
      B: number;
    } | null;
    holes: {
      W: number;
      B: number;
    } | null;
    chips: {
      W: number;
      B: number;
    } | null;
    claims: boolean;
  } | null;
  opening: string | null;
  mend: {
    why: "fault" | "setup" | "undo" | "told";
    text: string;
    counted: string;
    side: "W" | "B";
    steps: Array<{
      text: string;
      side: "W" | "B";
      done: boolean;
      from: number | string | null;
      to: number | string | null;
    }>;
    over: boolean;
    told: boolean;
  } | null;
  simulated: boolean;
  host: Array<{
    what: string;
    health: "ok" | "warning" | "failure";
    text: string;
    advice: string;
  }>;
  chouette: ChouetteSnapshot | null;
  labels: {
    match: Array<Array<unknown>>;
    cube: Array<Array<unknown>>;
    play: Array<Array<unknown>>;
    throw: Array<Array<unknown>>;
    spoken: Array<Array<unknown>>;
    remark: Array<Array<unknown>>;
    W: {
      duty: Array<Array<unknown>>;
      facts: Array<Array<unknown>>;
      recorded: Array<Array<unknown>>;
      cube: Array<Array<unknown>>;
    };
    B: {
      duty: Array<Array<unknown>>;
      facts: Array<Array<unknown>>;
      recorded: Array<Array<unknown>>;
      cube: Array<Array<unknown>>;
    };
    counted_by: "W" | "B" | null;
  };
};

export type Position = {
  text: string;
  points?: Record<string, {
    W: number;
    B: number;
  }>;
  pinned?: {
    W: Array<number>;
    B: Array<number>;
  };
  bar?: {
    W: number;
    B: number;
  };
  hand?: {
    W: number;
    B: number;
  };
  off?: {
    W: number;
    B: number;
  };
  squares?: Record<string, {
    side: "W" | "B";
    king: boolean;
  }>;
  pips: {
    W: number;
    B: number;
  } | null;
};

export type Question = {
  number: number;
  text: string;
  candidates: Array<{
    position: Position;
    notation: string | null;
    roll: Array<number> | null;
    legal: boolean;
    text: string;
    seating: {
      near: "light" | "dark";
      home_right: boolean;
    } | null;
  }>;
};
