// RECEIVER_USER=desk RECEIVER_PASSWORD=secret PORT=3000 dotnet run receiver.cs
using System;
using System.IO;
using System.Linq;
using System.Net;
using System.Runtime.Serialization.Json;
using System.Security.Cryptography;
using System.Text;
using System.Xml;
using System.Xml.Linq;

class Receiver {
    static string Get(string name) => Environment.GetEnvironmentVariable(name) ?? throw new Exception($"Set {name}.");
    static byte[] Digest(string text) => SHA256.Create().ComputeHash(Encoding.UTF8.GetBytes(text ?? ""));

    static void Main() {
        var login = Encoding.UTF8.GetBytes($"{Get("RECEIVER_USER")}:{Get("RECEIVER_PASSWORD")}");
        var server = new HttpListener { Prefixes = { $"http://localhost:{Get("PORT")}/" } };
        server.Start();
        Console.WriteLine($"Receiving scans on {server.Prefixes.First()}");
        while (true) {
            var context = server.GetContext();
            var isUser = Digest(context.Request.Headers["Authorization"]).SequenceEqual(Digest("Basic " + Convert.ToBase64String(login)));
            if (!isUser) context.Response.AddHeader("WWW-Authenticate", "Basic realm=\"Scans\", charset=\"UTF-8\"");
            context.Response.AddHeader("Access-Control-Allow-Origin", "*");
            context.Response.AddHeader("Access-Control-Allow-Headers", "authorization, content-type");
            context.Response.AddHeader("Access-Control-Expose-Headers", "WWW-Authenticate");
            context.Response.StatusCode = context.Request.HttpMethod == "OPTIONS" ? 204
                : isUser ? Keep(context.Request.InputStream) : 401;
            context.Response.Close();
        }
    }

    static int Keep(Stream stream) {
        try {
            var body = Encoding.UTF8.GetBytes(string.Concat(new StreamReader(stream).ReadToEnd().Split('\r', '\n')) + "\n");
            var scan = XElement.Load(JsonReaderWriterFactory.CreateJsonReader(body, XmlDictionaryReaderQuotas.Max));
            var strings = scan.Elements().Where(field => (string)field.Attribute("type") == "string");
            if (new[] { "identifier", "date", "content" }.Except(strings.Select(field => field.Name.LocalName)).Any()) return 422;
            using (var file = new FileStream("scans.jsonl", FileMode.Append)) {
                file.Write(body, 0, body.Length);
                file.Flush(true);
            }
            Console.WriteLine($"{scan.Element("date").Value} {scan.Element("content").Value}");
            return 204;
        } catch (Exception error) { return error is XmlException ? 422 : 503; }
    }
}
