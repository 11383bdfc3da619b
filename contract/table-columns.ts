import { z } from 'zod'

/** Columns of a table in a file, for a person to assign: those of a list of products, and those of a bank statement. */

/** @param field the fields that a column may have */
export const tableColumn = <Field extends string>(field: z.ZodType<Field>) =>
  z.object({
    /** The key for `columns` of the upload. */
    key: z.string(),
    heading: z.string(),
    /** The first different values. */
    samples: z.array(z.string()).max(3),
    /** The understood or proposed field; empty for none. */
    field: field.or(z.literal('')),
    /** Whether a person must look at it: the field is only a proposal. */
    asked: z.boolean(),
  })

export type TableColumn<Field extends string> = z.infer<ReturnType<typeof tableColumn<Field>>>

/**
 * The data of a refusal that asks a person to assign the columns of each sheet. `doubled` names the fields that several columns claim
 * equally, `missing` the fields without a column; `questions` has the other questions in words.
 */
export const unknownTable = <Field extends string>(field: z.ZodType<Field>) =>
  z.object({
    missing: z.array(z.string()),
    doubled: z.array(z.string()),
    questions: z.array(z.string()),
    sheets: z.array(z.object({ name: z.string(), columns: z.array(tableColumn(field)) })),
  })

/** The field assigned to each column, by the column's key; an empty one leaves the column out. */
export const assignedFields = <Field extends string>(field: z.ZodType<Field>) =>
  z.record(z.string().max(200), field.or(z.literal('')))
