/** The part of saxen that we use; the package has no types of its own. */
declare module 'saxen' {
  type Attributes = Record<string, string>
  export class Parser {
    on(event: 'openTag', listener: (name: string, attributes: () => Attributes | false) => void): this
    on(event: 'closeTag' | 'text' | 'cdata' | 'attention', listener: (text: string) => void): this
    on(event: 'error', listener: (error: Error) => void): this
    /** Parses the next piece; an incomplete tag or text waits for the following piece. */
    write(xml: string): this
    end(): void
  }
}
