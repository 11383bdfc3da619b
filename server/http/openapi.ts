import { z } from 'zod'
import { type Call, paramsOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import packageFile from '../../package.json' with { type: 'json' }
import examplesJson from './openapi-examples.json' with { type: 'json' }

/** A call as it was sent, and the JSON that answered it. */
export type Example = Partial<Record<'params' | 'query' | 'body', unknown>> & { answer: unknown }

/** Examples by the call's name. A test sends them again, and fails when the shop answers something else. */
const examples = examplesJson as Record<string, Example>

const errorSchema = z.object({
  message: z.string(),
  code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  data: z.unknown().optional(),
})

type JsonSchema = { properties?: Record<string, unknown>; required?: string[] }

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as JsonSchema
}

const MEDIA = {
  image: 'image/webp',
  spreadsheet: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
  events: 'text/event-stream',
} as const
const FILE = { type: 'string', format: 'binary' } as const

/** The header that marks a repeated call, so that the repetition changes nothing. */
const IDEMPOTENCY_KEY = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }

function parameters(call: Call, example: Example | undefined) {
  const fieldsOf = (place: 'path' | 'query', schema: z.ZodObject | undefined, sent: unknown) =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path',
      schema: jsonSchema(field as z.ZodType, 'input'),
      example: (sent as Record<string, unknown> | undefined)?.[name],
    }))
  return [
    ...fieldsOf('path', paramsOf(call), example?.params),
    ...fieldsOf('query', call.query, example?.query),
    ...(call.idempotent ? [IDEMPOTENCY_KEY] : []),
  ]
}

function requestBody({ body, upload }: Call, example: Example | undefined) {
  if (!body && !upload) return undefined
  const fields: JsonSchema & { type?: string } = body ? jsonSchema(body, 'input') : { type: 'object' }
  if (!upload)
    return { required: true, content: { 'application/json': { schema: fields, example: example?.body } } }
  const file = upload.many ? { type: 'array', items: FILE } : FILE
  const schema = {
    ...fields,
    properties: { ...fields.properties, [upload.field]: file },
    required: [...(fields.required ?? []), ...(upload.required ? [upload.field] : [])],
  }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

/** All error codes of a call, including those that its access, its ids, its limit and its files imply. */
function errorCodes(call: Call): ErrorCode[] {
  const { access, guarded, duringSetUp, scopes, limit, upload } = call
  const hasIds = paramsOf(call) !== undefined && !call.params
  const isStaffs = access === 'staff' || access === 'administrator'
  const codes: (ErrorCode | false | undefined)[] = [
    'BAD_INPUT',
    access !== 'everyone' && 'NO_SESSION',
    isStaffs && 'NO_ACCESS',
    (guarded || (isStaffs && !duringSetUp)) && 'SECOND_FACTOR',
    ...(scopes ? (['NO_KEY', 'NO_SCOPE', 'TOO_MANY'] as const) : []),
    hasIds && 'NOT_FOUND',
    limit && 'TOO_MANY',
    ...(upload
      ? (['TOO_LARGE', 'WRONG_KIND', upload.kind === 'image' ? 'DISK_FULL' : 'TOO_MANY'] as const)
      : []),
    ...(call.errors ?? []),
    'INTERNAL',
    'UNAVAILABLE',
  ]
  return [...new Set(codes.filter((code) => typeof code === 'string'))]
}

function responses(call: Call, example: Example | undefined) {
  const media = typeof call.answer === 'string' ? MEDIA[call.answer] : 'application/json'
  const schema = typeof call.answer === 'string' ? FILE : jsonSchema(call.answer, 'output')
  const byStatus = Map.groupBy(errorCodes(call), (code) => errors[code].status)
  const failures = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ])
  const content = {
    [media]: { schema, example: example?.answer },
    ...(call.query?.shape.format && { 'image/avif': { schema } }),
  }
  return {
    [call.status ?? 200]: { description: 'OK', content },
    ...Object.fromEntries(failures),
  }
}

/** A session's token, or a key with one of the call's scopes. */
const security = ({ access, scopes = [] }: Call) =>
  access === 'everyone' ? [] : [{ token: [] }, ...scopes.map((scope) => ({ key: [scope] }))]

const CALLERS: Record<Call['access'], string> = {
  everyone: 'everyone',
  owner: 'the account that it is about, or an Administrador',
  staff: 'Administrador and Marketing',
  administrator: 'Administrador',
}

/** Who may make a call, in words. */
const accessOf = ({ access, scopes, guarded }: Call) =>
  [
    `Access: ${CALLERS[access]}.`,
    ...(scopes ? [`A key needs one of: ${scopes.join(', ')}.`] : []),
    ...(guarded ? ['An account with a second factor gives a code again before it.'] : []),
  ].join(' ')

/** The resource of a call, by which the viewer groups them. */
const tagOf = ({ path }: Call) => path.split('/')[1]!

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(title: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [operationId, call] of Object.entries<Call>(calls)) {
    const example = examples[operationId]
    const path = `/api${call.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: {
        operationId,
        summary: call.summary,
        description: accessOf(call),
        tags: [tagOf(call)],
        security: security(call),
        parameters: parameters(call, example),
        requestBody: requestBody(call, example),
        responses: responses(call, example),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: packageFile.version },
    paths,
    components: {
      schemas: { Error: jsonSchema(errorSchema, 'output') },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'x-access-token' },
        key: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}
