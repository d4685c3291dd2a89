// Prints what the glTF validator says of the files named, as JSON: { file: { errors, warnings, messages } }.
const fs = require("fs");
const path = require("path");
const validator = require("gltf-validator");

async function main() {
  const reports = {};
  for (const file of process.argv.slice(2)) {
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
      uri: path.basename(file),
      externalResourceFunction: (uri) => fs.promises.readFile(path.join(path.dirname(file), uri)).then((data) => new Uint8Array(data)),
    });
    const { numErrors, numWarnings, messages } = report.issues;
    reports[file] = { errors: numErrors, warnings: numWarnings, messages };
  }
  process.stdout.write(JSON.stringify(reports));
}

main();
