// The members of a ZIP file, by the directory at its end: `name`, and `data()` with their bytes.

export function membersOf(buffer) {
  const view = new DataView(buffer);
  let end = buffer.byteLength - 22;
  while (view.getUint32(end, true) !== 0x06054b50) end--;
  const found = [];
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count; count--) {
    const [method, size, letters] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true), view.getUint16(at + 28, true)];
    const name = new TextDecoder().decode(new Uint8Array(buffer, at + 46, letters));
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const bytes = new Uint8Array(buffer, start, size);
    found.push({ name, data: () => method === 0 ? bytes
      : new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer() });
    at += 46 + letters + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return found;
}
