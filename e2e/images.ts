import sharp from 'sharp'

/** An image as a phone takes it: 12 megapixels lying on their side and a note that says so. Upright, its top is red. */
export const phonePhoto = async () => ({
  name: 'IMG_2041.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#1030d0' } })
    .composite([
      {
        input: { create: { width: 2_000, height: 3_000, channels: 3, background: '#d01010' } },
        left: 0,
        top: 0,
      },
    ])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer(),
})

export const smallImage = async (name = 'comprobante.png') => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 300, height: 400, channels: 3, background: '#2e7d5b' } })
    .png()
    .toBuffer(),
})
