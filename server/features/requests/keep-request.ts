import type { Insertable } from 'kysely'
import type { z } from 'zod'
import type { contactBody, prescriptionBody } from '#contract/requests.ts'
import type { Database, Db } from '../../database/schema.ts'
import { keepImage } from '../../images/keep-image.ts'
import type { ImageStore } from '../../images/store.ts'
import { queueMail } from '../../mail/queue-mail.ts'

/** Stores a contact message. It never has a picture, a product or a phone, whatever was sent (spec §3). */
export async function keepContact(database: Db, { fullname, email, message }: z.output<typeof contactBody>) {
  await keepRequest(database, { type_form: 'contact', fullname, email, message })
}

/**
 * Stores a prescription request with its picture.
 *
 * @throws what {@link keepImage} throws
 */
export async function keepPrescription(
  database: Db,
  images: ImageStore,
  form: z.output<typeof prescriptionBody>,
  bytes: Buffer,
) {
  const { fullname, email, phone, product, message } = form
  await keepImage(images, { kind: 'prescription', bytes }, (photo) =>
    keepRequest(database, {
      type_form: 'prescription-book',
      fullname,
      email,
      phone,
      product,
      message,
      photo,
    }),
  )
}

/** The pharmacy hears of each by mail. */
async function keepRequest(database: Db, row: Insertable<Database['form_requests']>) {
  await database.transaction().execute(async (tx) => {
    const { id } = await tx.insertInto('form_requests').values(row).returning('id').executeTakeFirstOrThrow()
    await queueMail(tx, { kind: 'form-received', requestId: id })
  })
}
