import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import type { z } from 'zod'

/**
 * A form whose fields are checked by a schema of the contract, each once it was left.
 *
 * @param defaultValues left out, react-hook-form takes over the text that was typed before hydration
 */
export const useSchemaForm = <Typed extends FieldValues, Valid>(
  schema: z.ZodType<Valid, Typed>,
  defaultValues?: DefaultValues<Typed>,
) =>
  useForm<Typed, unknown, Valid>({
    // biome-ignore lint/suspicious/noExplicitAny: the resolver knows zod's own types, whose parameters it doesn't infer from ours.
    resolver: zodResolver(schema as any),
    mode: 'onTouched',
    defaultValues,
  })
