// The shapes that the type check of the page's scripts knows. No part of the page: no browser asks
// for it. What the server says is described in `protocol.py` beside this folder.

/** What the page and the server say to each other. */
declare namespace Protocol {
  type Id = string;

  interface Named {
    id: Id;
    name: string;
  }

  interface Person extends Named {
    locale: string;
    dms: boolean;
    servers: Id[];
    manages: Id[];
  }

  interface Bot extends Named {
    online: boolean;
  }

  interface Clock {
    now: string;
    ahead: number;
  }

  interface Game {
    name: string;
    command: string;
  }

  interface Member extends Named {
    bot: boolean;
  }

  type Kind = "text" | "voice" | "forum" | "thread" | "direct";

  interface Place extends Named {
    kind: Kind;
    parent: Id | null;
    topic: string | null;
    archived: boolean;
    locked: boolean;
    writable: boolean;
    unread: boolean;
    mentions: number;
    last: Id | null;
    read: Id | null;
  }

  interface Server extends Named {
    locale: string;
    places: Place[];
    members: Member[];
    roles: Named[];
  }

  interface View {
    pane: string;
    person: Id;
    place: Id | null;
    servers: Server[];
    directs: Place[];
    names: Record<Id, string>;
  }

  /** Discord's message, with what the protocol adds. */
  interface Message {
    id: Id;
    channel_id: Id;
    type: number;
    author: Author;
    content: string;
    timestamp: string;
    edited_timestamp: string | null;
    attachments?: Attachment[];
    embeds?: Embed[];
    components?: Component[];
    message_reference?: object | null;
    referenced_message?: Message | null;
    ephemeral: boolean;
    thinking: boolean;
    pinged: boolean;
    name: string;
    command: { name: string; user_id: Id; user: string } | null;
    thread: Thread | null;
  }

  interface Thread extends Named {
    archived: boolean;
    messages: number;
  }

  interface Author {
    id: Id;
    username: string;
    global_name: string | null;
    bot?: boolean;
  }

  interface Attachment {
    url: string;
    filename: string;
    size: number;
    content_type?: string;
    description?: string;
  }

  // biome-ignore lint/suspicious/noExplicitAny: Discord's, with other fields for each kind
  type Component = { type: number } & Record<string, any>;

  // biome-ignore lint/suspicious/noExplicitAny: Discord's, most of whose fields may be missing
  type Embed = Record<string, any>;

  /** What a select or a group of boxes offers. */
  interface Choice {
    value: string;
    label: string;
    description?: string;
    emoji?: { id?: Id | null; name: string };
    default?: boolean;
  }

  interface Form {
    id: Id;
    title: string;
    custom_id: string;
    components: Component[];
  }

  interface Command {
    path: string;
    name: string;
    description: string;
    options: Option[];
  }

  type Value = string | number | boolean | Upload;

  /** A file for a command; `content` is its bytes in Base64. */
  interface Upload {
    name: string;
    content: string;
  }

  interface Option {
    name: string;
    label: string;
    description: string;
    type: number;
    required: boolean;
    autocomplete: boolean;
    choices: { name: string; value: Value }[];
    channel_kinds: Kind[];
    min_value?: number;
    max_value?: number;
    min_length?: number;
    max_length?: number;
  }
}

/** What the modules of the page hand to each other. */
declare namespace Page {
  type Child = Node | string | number | false | null | undefined | Child[];

  type Pane = import("./pane.js").Pane;
  type Playground = import("./playground.js").Playground;

  /** Who one is in a pane, and which place is open. */
  interface Where {
    person: Protocol.Id;
    place: Protocol.Id | null;
  }

  /** What a gallery shows. */
  interface Picture {
    media: { url: string };
    description?: string | null;
    spoiler?: boolean;
  }

  /** Who looks at a text, and what they know. */
  interface Reader {
    person: Protocol.Id;
    locale: string;
    names: Record<Protocol.Id, string>;
    go(place: Protocol.Id | null, message: Protocol.Id | null): void;
  }

  /** Who looks at a place, and what there is to choose from. */
  interface Scene extends Reader {
    members: Protocol.Member[];
    roles: Protocol.Named[];
    places: Protocol.Place[];
  }

  /** A scene for messages, with what can be done to each. */
  interface MessageScene extends Scene {
    press(message: Protocol.Message, customId: string): Promise<void>;
    choose(message: Protocol.Message, customId: string, values: string[]): Promise<void>;
    dismiss(message: Protocol.Message): Promise<unknown>;
  }

  /** A scene for the components of one message. */
  interface ControlScene extends Scene {
    press(customId: string): Promise<void>;
    choose(customId: string, values: string[]): Promise<void>;
  }

  /** What a list offers: `mark` is shown before it. */
  // biome-ignore lint/suspicious/noExplicitAny: who makes a list knows what its values are
  interface Item<Value = any> {
    value: Value;
    label: string;
    note?: string | null;
    mark?: Element;
  }

  /** Within a line. */
  type Inline =
    | { kind: "text" | "code"; text: string }
    | { kind: "link"; address: string; children: Inline[] }
    | { kind: "time"; seconds: number; style: string }
    | { kind: "strong" | "underlined" | "emphasis" | "struck" | "spoiler"; children: Inline[] }
    | { kind: "person" | "role" | "place" | "emoji" | "command" | "everyone"; value: string };

  interface List {
    kind: "list";
    start: number | null;
    items: (Inline | List)[][];
  }

  type Block =
    | { kind: "heading"; level: number; children: Inline[] }
    | { kind: "small" | "paragraph"; children: Inline[] }
    | { kind: "quote"; children: Block[] }
    | { kind: "fence"; text: string }
    | List;

  /** What patterns within a line find. */
  type Pattern = Exclude<Inline["kind"], "text"> | "escaped" | "address";

  /** What a form's control holds. */
  type Given = string | boolean | string[];

  /** A control of a form. `whole` is what is shown where that is more than what has the focus. */
  interface Control {
    element: HTMLElement;
    read(): Given;
    missing?(): boolean;
    group?: boolean;
    whole?: HTMLElement;
  }

  interface FormReader extends Control {
    missing(): boolean;
    label: string;
  }

  interface Labelled {
    id: string;
    label: string;
    note: HTMLElement | null;
  }

  /** The page's words: a text, or its forms by the kind of number. */
  interface Catalogue {
    names: Record<string, string>;
    // biome-ignore lint/suspicious/noExplicitAny: which of the two is known by who asks
    texts: Record<string, any>;
  }
}
