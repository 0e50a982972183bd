<?php // RECEIVER_USER=desk RECEIVER_PASSWORD=secret php -S localhost:3000 -t public public/receiver.php
[$user, $password] = [getenv("RECEIVER_USER"), getenv("RECEIVER_PASSWORD")];
header("Access-Control-Allow-Origin: *");
header("Access-Control-Allow-Headers: authorization, content-type");
header("Access-Control-Expose-Headers: WWW-Authenticate");
header("Content-Type: text/plain");

function answer(int $status, string $text = ""): never {
    http_response_code($status);
    exit($text);
}

if ($_SERVER["REQUEST_METHOD"] === "OPTIONS") answer(204);
if (!$user || !$password) answer(500, "Set RECEIVER_USER and RECEIVER_PASSWORD.");
$login = ($_SERVER["PHP_AUTH_USER"] ?? "") . ":" . ($_SERVER["PHP_AUTH_PW"] ?? "");
if (!hash_equals(hash("sha256", "$user:$password"), hash("sha256", $login))) {
    header('WWW-Authenticate: Basic realm="Scans", charset="UTF-8"');
    answer(401);
}
$scan = json_decode(file_get_contents("php://input"));
foreach (["identifier", "date", "content"] as $key)
    if (!is_string($scan->$key ?? null)) answer(422, "$key must be a string");

$file = @fopen(dirname($_SERVER["DOCUMENT_ROOT"]) . "/scans.jsonl", "a");
$kept = $file && fwrite($file, json_encode($scan) . "\n") && fsync($file);
if (!$kept) answer(503, "The scan could not be kept.");
file_put_contents("php://stdout", "$scan->date $scan->content\n");
answer(204);
