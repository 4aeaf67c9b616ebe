declare module 'samlp' {
  interface Asked {
    readonly issuer: string
    readonly assertionConsumerServiceURL: string
    readonly id: string
  }
  type Done<Value> = (error: Error | null, value: Value) => void
  interface Samlp {
    parseRequest(request: object, options: object, done: Done<Asked>): void
    getSamlResponse(options: object, user: object, done: Done<string>): void
  }
  const samlp: Samlp
  export default samlp
}
