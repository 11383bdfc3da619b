/**
 * A topic (`public_changes`) as a number, of which a cached answer keeps a dozen: texts and an index of them took more memory, and a tenth
 * of a list's CPU. Should two topics have the same number, a change of one also evicts what shows the other.
 */
export function topicHash(topic: string): number {
  // FNV-1a.
  let hash = 0x811c9dc5 | 0
  for (let at = 0; at < topic.length; at += 1) hash = Math.imul(hash ^ topic.charCodeAt(at), 0x01000193)
  return hash
}
