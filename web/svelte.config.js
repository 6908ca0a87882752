/** Svelte with its newest rules everywhere. */
export default { compilerOptions: { runes: true } };
