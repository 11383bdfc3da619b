/** An S3-compatible store as a process of its own, so that it can be killed: `node store-process.ts PORT FOLDER`. */
import S3rver from 's3rver'

const [port, folder] = process.argv.slice(2)
await new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  silent: true,
  directory: folder,
  configureBuckets: [{ name: 'botica', configs: [] }],
}).run()
