<?php // SIGNING_SECRET=secret php -S localhost:3000 -t public public/signed-receiver.php
/** Returns whether the hub signed exactly these bytes. */
function isSigned(string $body, string $signature, string $secret): bool {
    return hash_equals("sha256=" . hash_hmac("sha256", $body, $secret), $signature);
}

function answer(int $status, string $text = ""): never {
    http_response_code($status);
    header("Content-Type: text/plain");
    exit($text);
}

$secret = getenv("SIGNING_SECRET");
if (!$secret) answer(500, "Set SIGNING_SECRET.");
$body = file_get_contents("php://input");
$signature = $_SERVER["HTTP_X_HUB_SIGNATURE_256"] ?? "";
if (!isSigned($body, $signature, $secret)) answer(401, "The signature is missing or wrong.");

$scan = json_decode($body);
$file = @fopen(dirname($_SERVER["DOCUMENT_ROOT"]) . "/scans.jsonl", "a");
$kept = $file && fwrite($file, json_encode($scan) . "\n") && fsync($file);
if (!$kept) answer(503, "The scan could not be stored.");
file_put_contents("php://stdout", "$scan->date $scan->content\n");
answer(204);
