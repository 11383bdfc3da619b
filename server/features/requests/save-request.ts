import type { Insertable } from 'kysely'
import type { z } from 'zod'
import type { contactBody, prescriptionBody } from '#contract/requests.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Database, Db } from '../../database/schema.ts'
import type { ImageStore } from '../../images/image-store.ts'
import { storeImage } from '../../images/store-image.ts'
import { queueMail } from '../../mail/queue-mail.ts'

/** Saves a contact message. Image, product and phone stay empty, even if the client sent some. */
export async function saveContact(database: Db, { fullname, email, message }: z.output<typeof contactBody>) {
  await insertRequest(database, { type_form: 'contact', fullname, email, message })
}

/**
 * Saves a prescription request with its image.
 *
 * @throws errors of {@link storeImage}
 */
export async function savePrescription(
  database: Db,
  images: ImageStore,
  form: z.output<typeof prescriptionBody>,
  bytes: Buffer,
) {
  const { fullname, email, phone, product, message } = form
  await storeImage(images, { kind: 'prescription', bytes }, (photo) =>
    insertRequest(database, {
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

/** Saves the row, and queues a mail to the pharmacy. */
async function insertRequest(database: Db, row: Insertable<Database['form_requests']>) {
  await inTransaction(database, async (tx) => {
    const { id } = await tx.insertInto('form_requests').values(row).returning('id').executeTakeFirstOrThrow()
    await queueMail(tx, { kind: 'form-received', requestId: id })
  })
}
